//! stand-in
use crate::battle::Battle;
use crate::orders::{Accepted, Collected, InForce};
use crate::rules::line::Line;
#[derive(Clone, Debug)]
pub struct Answer {
    text: String,
}
impl Answer {
    pub fn text(&self) -> String {
        self.text.clone()
    }
}
pub fn answer(
    _rules: &Line,
    _battle: &Battle,
    text: &str,
    accepted: &Accepted,
    _in_force: &InForce,
    _collected: &Collected,
) -> Option<Answer> {
    let mut out = format!("{} orders", accepted.orders.len());
    for d in &accepted.diagnostics {
        out += "\n";
        out += &d.under(text);
    }
    for n in &_in_force.notes {
        out += "\n";
        out += &n.diagnostic.under(text);
    }
    Some(Answer { text: out })
}
