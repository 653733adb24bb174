//! The partner of P1: orders of another game by post, read by the `diplomacy` crate.

use diplomacy::judge::MappedMainOrder;

/// Ten orders, one of each kind and some more.
pub(crate) const ORDERS: [&str; 10] = [
    "ENG: F lon -> nth",
    "ENG: A lvp -> yor",
    "FRA: A par supports A mar -> bur",
    "FRA: A mar -> bur",
    "FRA: F bre holds",
    "GER: F kie -> den",
    "GER: A mun holds",
    "ITA: F nap -> ion",
    "RUS: A war -> gal",
    "TUR: F ank -> bla",
];

pub(crate) fn read(orders: [&str; 10]) -> usize {
    orders.iter().filter(|it| it.parse::<MappedMainOrder>().is_ok()).count()
}
