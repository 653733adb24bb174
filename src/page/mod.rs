//! Text for people in every medium: rich text, tables, answers and reports, and the [`Markup`] of each medium.

mod answer;
pub mod brief;
mod changes;
mod headline;
mod markup;
mod plan;
mod report;
mod rich;
mod voice;
mod what_if;
mod why;
pub(crate) mod words;

pub use answer::{Answer, AnswerLine, Layout, Mark, Numbers, Reaction};
pub(crate) use changes::Changes;
pub use headline::HEADLINE_MAX;
pub(crate) use headline::{Named, does, ending, headline, headline_of, is_plural, news, objective_news};
pub use markup::{Block, Document, Forum, Markup};
pub use plan::{Offer, Plan, Pool, Reach, Reached, SquadPlan, TargetOffer, Verb, VerbOffer};
pub(crate) use report::Part;
pub use report::{Known, Owed, PUBLIC_MAX, Report, ReportLine, StoodIn};
pub(crate) use rich::{Bold, say, say_if};
pub use rich::{Rich, Span, Style, Table};
pub use voice::Voice;
pub use what_if::{WHAT_IF, as_what_if};
pub use why::{rules_named, why};
