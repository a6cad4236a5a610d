//! Compiles a computation for several vector widths, and chooses one by the processor at run time.

/// A computation that is compiled for each width.
pub(crate) trait Vectorized {
    /// The result of the computation.
    type Output;

    /// Runs the computation. It must be inlined, and so must everything in it that is to use vectors: mark both with
    /// `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// How wide the vectors are that the compiler may use: no wider than the processor's. The code is the same, and so are the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SimdLevel(Width);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
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
    /// The widths that the processor has, the widest last; the first one is that of the target that the program is compiled for.
    pub(crate) fn available() -> Vec<Self> {
        let mut levels = vec![Self(Width::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            let bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
            let count = is_x86_feature_detected!("lzcnt") && is_x86_feature_detected!("popcnt");
            if bits && count && is_x86_feature_detected!("avx2") {
                levels.push(Self(Width::Avx2));
                let wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
                if wide && is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512dq") {
                    levels.push(Self(Width::Avx512));
                }
            }
        }
        levels
    }

    /// The widest that the machine has.
    pub(crate) fn best() -> Self {
        *Self::available().last().expect("one at least")
    }

    /// Runs a computation, compiled for this width.
    #[inline]
    pub(crate) fn run<V: Vectorized>(self, computation: V) -> V::Output {
        #[allow(unsafe_code)]
        match self.0 {
            Width::Portable => run_portable(computation),
            // SAFETY: `available` alone makes this width, if the processor has the instructions.
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => unsafe { run_avx2(computation) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => unsafe { run_avx512(computation) },
        }
    }
}

// Each computation is compiled once for each width, wherever it is called.

#[inline(never)]
fn run_portable<V: Vectorized>(computation: V) -> V::Output {
    computation.run()
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<V: Vectorized>(computation: V) -> V::Output {
    computation.run()
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx512<V: Vectorized>(computation: V) -> V::Output {
    computation.run()
}
