//! The secret that the processes of a run share, and its proofs.

use crate::error::ClusterError;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;

/// Number of bytes of a proof.
pub(crate) const PROOF_LENGTH: usize = 32;
/// Number of bytes of a random number that is used once.
pub(crate) const NONCE_LENGTH: usize = 32;

/// The secret that all processes of a run must know. Its `Debug` text does not show it.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// Creates a secret from its bytes. An empty one keeps nobody out.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// Creates a random secret of 64 hexadecimal digits.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    pub fn random() -> Result<Self, ClusterError> {
        let digits = random()?.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        Ok(Self(digits.into_bytes()))
    }

    /// Returns the bytes of the secret.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the proof that this process knows the secret: HMAC-SHA-256 (RFC 2104) of `text`.
    pub(crate) fn prove(&self, text: &[u8]) -> [u8; PROOF_LENGTH] {
        self.mac(text).finalize().into_bytes().into()
    }

    /// Returns whether `proof` is the proof for `text`, in a time that does not depend on the bytes of `proof`.
    pub(crate) fn is_proof(&self, text: &[u8], proof: &[u8; PROOF_LENGTH]) -> bool {
        self.mac(text).verify_slice(proof).is_ok()
    }

    fn mac(&self, text: &[u8]) -> Hmac<Sha256> {
        Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length").chain_update(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Random bytes from the system.
pub(crate) fn random() -> Result<[u8; NONCE_LENGTH], ClusterError> {
    let mut bytes = [0; NONCE_LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| ClusterError::Random(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4231, section 4.3.
    #[test]
    fn a_proof_is_hmac_sha_256() {
        let secret = Secret::new("Jefe");
        let proof = secret.prove(b"what do ya want for nothing?");
        let hex: String = proof.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assert!(secret.is_proof(b"what do ya want for nothing?", &proof));
        assert!(!secret.is_proof(b"what do ya want for nothing!", &proof));
        assert!(!Secret::new("jefe").is_proof(b"what do ya want for nothing?", &proof));
    }

    #[test]
    fn the_secret_is_not_shown() {
        assert_eq!(format!("{:?}", Secret::new("hunter2")), "Secret(…)");
        assert_ne!(Secret::random().unwrap().as_bytes(), Secret::random().unwrap().as_bytes());
    }
}
