//! Detects the vector width of the processor at run time.

/// How wide the vectors are that the compiler may use. The code is the same, and so are the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SimdLevel {
    /// The width of the target that the program is compiled for.
    Portable,
    /// 256 bits: AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits: AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl SimdLevel {
    /// The widths that the processor has, the widest last.
    pub(super) fn available() -> Vec<Self> {
        let mut levels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
            let count = is_x86_feature_detected!("lzcnt") && is_x86_feature_detected!("popcnt");
            if bits && count && is_x86_feature_detected!("avx2") {
                levels.push(Self::Avx2);
                let wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
                if wide && is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512dq") {
                    levels.push(Self::Avx512);
                }
            }
        }
        levels
    }

    /// The widest that the machine has.
    pub(super) fn best() -> Self {
        *Self::available().last().expect("one at least")
    }
}
