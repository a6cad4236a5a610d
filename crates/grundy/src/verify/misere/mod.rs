//! Independent checker of certificates of misère quotients.
//!
//! The checker parses the rules of the game itself and shares no code with the search. These checks together are a
//! proof (Plambeck and Siegel 2008; the chapter "Misère quotients" of the documentation has the theorems):
//!
//! - The table is that of a commutative monoid, element 0 is neutral, and the elements of the heaps generate it. Any two elements
//!   are distinguished by an element, so that the monoid is the quotient and not a larger one.
//! - The empty sum is won, and if heap h has the element x, z is any element, and x·z is lost, then no option of h has an element
//!   y with y·z lost. So sums that are predicted to be lost have no options that are.
//! - Every other sum of heaps with moves has an option that is predicted to be lost. The pairs (element, set of the options'
//!   elements) of all sums are products of the pairs of the heaps; the checker multiplies the minimal ones until
//!   nothing is new.
//! - For a claim about all heaps: the elements of the heaps repeat, and the heaps that are checked include those that a theorem in the
//!   manner of Guy and Smith 1956 needs. Preperiod and period are the least.

mod bits;
mod error;
mod heaps;
mod meter;
mod sums;
mod table;

pub use error::{MisereCheckError, MisereFault};

use crate::heap::misere::certificate::MisereCertificate;
use crate::limits::Limits;
use crate::verify::octal::rules::Rules;
use meter::Meter;

/// The most elements, heaps and periods that are checked; larger ones would take days.
const MOST: u64 = 1 << 20;

/// The result of a successful check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisereVerified {
    /// Number of elements.
    pub order: usize,
    /// Number of heaps whose options were derived again.
    pub heaps: u64,
    /// Number of minimal pairs of sums.
    pub pairs: usize,
    /// Whether the proof is for heaps of every size.
    pub is_for_all_heaps: bool,
}

/// Checks a certificate of a misère quotient, within the memory that `limits` allow beside the certificate.
///
/// # Errors
/// If the certificate is wrong or proves nothing, or `limits` end the check.
///
/// ```
/// use grundy::heap::misere::MisereCertificate;
/// use grundy::limits::Limits;
/// use grundy::verify::misere::verify;
/// // Heaps from which one stone may be taken: a pair of them changes nothing, and one is lost.
/// let certificate = MisereCertificate {
///     game: "octal:0.3".to_owned(),
///     repetition: Some((1, 2)),
///     lost: vec![1],
///     elements: vec![1, 0],
///     products: vec![vec![0, 1], vec![1, 0]],
/// };
/// assert!(verify(&certificate, &Limits::NONE)?.is_for_all_heaps);
/// let wrong = MisereCertificate { elements: vec![1, 1], ..certificate };
/// assert!(verify(&wrong, &Limits::NONE).is_err());
/// # Ok::<(), grundy::verify::misere::MisereCheckError>(())
/// ```
pub fn verify(certificate: &MisereCertificate, limits: &Limits<'_>) -> Result<MisereVerified, MisereCheckError> {
    let meter = &mut Meter::new(limits);
    let rules = Rules::read(&certificate.game).map_err(|error| MisereFault::Game(error.to_string()))?;
    let table = table::Table::new(certificate, meter)?;
    let elements = heaps::elements(&rules, certificate, meter)?;
    table.check(&elements, meter)?;
    let pairs = heaps::pairs(&rules, &table, &elements, meter)?;
    sums::single_heaps(&table, &pairs, meter)?;
    let minimal = sums::all_sums(&table, &pairs, meter)?;
    Ok(MisereVerified {
        order: table.order(),
        heaps: elements.len() as u64 - 1,
        pairs: minimal,
        is_for_all_heaps: certificate.repetition.is_some(),
    })
}
