//! `fieldpost odds SCENARIO --order "Alpha: shoot Boyz"` · `fieldpost odds --attacks N …` · `fieldpost odds GAME …`

use std::path::PathBuf;

use clap::ArgGroup;

use crate::cli::{ScenarioFile, Trouble, print};
use crate::games::{OddsForm, UsualOddsForm};
use crate::page::{Answer, AnswerLine, Layout, Numbers, Reaction};
use crate::post::Language;

#[derive(clap::Args)]
#[command(
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    group = ArgGroup::new("asked").required(true).args(["scenario", UsualOddsForm::LEAD])
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    form: Option<OddsForm>,
    /// A scenario, for the odds of orders in its first round
    #[arg(requires = "order")]
    scenario: Option<PathBuf>,
    /// The folder with the scenario's data files [default: the folder config beside the scenario's folder, else what is
    /// built in]
    #[arg(long, value_name = "DIR", requires = "scenario")]
    data: Option<PathBuf>,
    /// An order such as "Alpha: shoot Boyz". Several orders are carried out one after the other. "Boyz: morale" asks how
    /// likely the squad is to break after the orders before it
    #[arg(long, value_name = "ORDER", requires = "scenario")]
    order: Vec<String>,
    #[command(flatten)]
    usual: UsualOddsForm,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    /// Draw the chances as bars
    #[arg(long, global = true)]
    plot: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let Arguments { form, scenario, data, usual, json, plot, .. } = arguments;
    if let Some(scenario) = scenario {
        return in_battle(arguments, &ScenarioFile { scenario: scenario.clone(), data: data.clone() });
    }
    let layout = match (json, plot) {
        (true, _) => Layout::Json,
        (false, true) => Layout::Bars,
        (false, false) => Layout::Table,
    };
    let told = form.as_ref().map_or_else(|| usual.told(layout), |it| it.told(layout)).map_err(Trouble::Input)?;
    print(if layout == Layout::Json { format!("{told}\n") } else { told }.as_str())
}

/// Prints the odds of orders in the first round of a scenario, in order; also answers questions such as `Alpha:
/// morale`.
fn in_battle(arguments: &Arguments, file: &ScenarioFile) -> Result<(), Trouble> {
    let mut playing = file.load()?.opening;
    let mut text = String::new();
    let mut all: Vec<Numbers> = Vec::new();
    for (n, order) in (1..).zip(&arguments.order) {
        let written = format!("!{}", order.trim().trim_start_matches('!'));
        let Some((answer, numbers)) = playing.foretell(n, &written, &Language::default()) else {
            return Err(Trouble::Input(format!("\"{order}\" is no order.")));
        };
        if matches!(answer.reaction, Reaction::Refused | Reaction::Nothing) {
            return Err(Trouble::Input(lines_of(&answer)));
        }
        text += &format!("{}\n", lines_of(&answer));
        let bars = numbers.iter().filter_map(|it| it.bars.as_ref()).filter(|_| arguments.plot);
        bars.for_each(|it| text += &format!("\n{it}\n"));
        all.extend(numbers);
    }
    if arguments.json {
        let all: Vec<String> = all.into_iter().map(|it| it.json).collect();
        return print(&format!("[{}]\n", all.join(",")));
    }
    print(&text)
}

/// The lines of an answer, without what it says about squads that owe orders.
fn lines_of(answer: &Answer) -> String {
    answer.lines.iter().map(AnswerLine::text).collect::<Vec<_>>().join("\n")
}
