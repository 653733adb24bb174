//! `fieldpost campaign new|muster|end|rule|buy|undo|show|verify`

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::campaign::{self, Campaign, CampaignPage, Disk, Entry, Refused};
use crate::cli::{ScenarioFile, SeedOption, Trouble, level_of, path_or_none, print, read_text, unless_empty};
use crate::diagnostic::{count, join};
use crate::field::Level;
use crate::file;
use crate::games::{Data, Scenario};
use crate::map::PartyId;
use crate::page::{Forum, Markup};
use crate::store;
use crate::trial::{self, Fairness, SimulationOptions};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The campaign's file; its log lies beside it [default: the only campaign of the folder you are in]
    #[arg(long, short, value_name = "FILE", global = true, env = "FIELDPOST_CAMPAIGN", value_parser = path_or_none())]
    campaign: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Begins a campaign: checks its file, and writes its log beside it
    New {
        /// The campaign's file, such as salt-road.toml
        file: PathBuf,
        /// Begin with all that happened in another campaign, salt-road.log, or up to the end of a battle, salt-road.log@3
        #[arg(long, value_name = "LOG[@BATTLE]", value_parser = season_of)]
        from: Option<Origin>,
    },
    /// Writes a scenario with the people of the campaign in it: those who are fit, and of each sort the senior first
    Muster(MusterArguments),
    /// Enters a battle that is over: verifies its log, reads who fell, and rolls what the campaign asks for
    End {
        /// The log of the battle (battle.log in the folder that `play --out` writes)
        log: PathBuf,
        /// Enter it even if nobody has won
        #[arg(long)]
        given_up: bool,
    },
    /// Decides something by hand, in public: "Wren fit", "Wren dead", "Wren out 2", "Wren xp -1", "Wren joins otter"
    Rule {
        ruling: String,
        /// Why; everybody reads it
        #[arg(long, value_name = "WORDS")]
        why: String,
    },
    /// Spends somebody's XP
    Buy { who: String, what: String },
    /// Takes back the last thing that stands: a battle, a muster, a ruling or a purchase
    Undo,
    /// Shows the roster, the dead (honour), the battles (chronicle), or somebody by name
    Show {
        #[arg(value_name = "roster|honour|chronicle|NAME", default_value = "roster")]
        what: String,
        /// With the marks that Discord shows
        #[arg(long, conflicts_with = "bbcode")]
        discord: bool,
        /// With the codes that forums show
        #[arg(long)]
        bbcode: bool,
    },
    /// Checks the log line by line, and what was entered of battles against their logs
    Verify {
        /// Logs of battles that are over
        logs: Vec<PathBuf>,
    },
}

#[derive(clap::Args)]
struct MusterArguments {
    #[command(flatten)]
    file: ScenarioFile,
    /// Somebody who stays at home; may be repeated
    #[arg(long, value_name = "NAME")]
    without: Vec<String>,
    /// The scenario to write [default: beside the one it is made from, named after the campaign and the battle]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How well the enemy is led: green, regular, veteran or elite [default: as the scenario says]
    #[arg(long, value_name = "LEVEL", value_parser = level_of)]
    commander: Option<Level>,
    /// Battles that are fought beforehand, commander against commander, to see what the odds have become; 0 for none
    #[arg(long, value_name = "N", default_value_t = 40)]
    battles: usize,
    #[command(flatten)]
    seed: SeedOption,
}

/// The log that a season begins from, and the battle at whose end. `None`: at the end of the log.
type Origin = (PathBuf, Option<u32>);

fn season_of(text: &str) -> Result<Origin, String> {
    match text.rsplit_once('@') {
        Some((log, battle)) if !battle.contains('.') => match battle.parse() {
            Ok(battle) => Ok((PathBuf::from(log), Some(battle))),
            Err(_) => Err("after the @ stands the number of a battle, such as salt-road.log@3".to_owned()),
        },
        _ => Ok((PathBuf::from(text), None)),
    }
}

impl From<campaign::Trouble> for Trouble {
    fn from(trouble: campaign::Trouble) -> Trouble {
        match trouble {
            campaign::Trouble::File(problems) => Trouble::File(problems),
            trouble => Trouble::Input(trouble.to_string()),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Trouble> {
    let disk = || unless_empty(arguments.campaign.as_ref()).map_or_else(only_one, Ok).map(|it| Disk::of(&it));
    match &arguments.command {
        Command::New { file, from } => new(file, from.as_ref()),
        Command::Muster(it) => {
            let scenario = it.file.load_led_by(it.commander)?;
            muster(&disk()?, &scenario, it)
        }
        Command::End { log, given_up } => end(&disk()?, log, *given_up),
        Command::Rule { ruling, why } => {
            let (campaign, ()) = change(&disk()?, |it| Ok((Some(it.rule(ruling, why)?), ())))?;
            show(&campaign, &CampaignPage::Chronicle, Markup::Plain)
        }
        Command::Buy { who, what } => {
            let disk = disk()?;
            let data = Data::beside(disk.log());
            let (campaign, name) = change(&disk, |it| Ok((Some(it.buy(who, what, &data)?), who.clone())))?;
            show(&campaign, &CampaignPage::Person(name), Markup::Plain)
        }
        Command::Undo => {
            let (campaign, entry) = change(&disk()?, |it| Ok((Some(it.undo()?), it.last_entry_in_words())))?;
            print(&format!("Taken back: {entry}. Its line stays in the log, and counts no more.\n{}", void(&campaign)))
        }
        Command::Show { what, discord, bbcode } => {
            let markup = match (discord, bbcode) {
                (true, _) => Markup::Discord,
                (_, true) => Markup::BbCode(Forum::Any),
                _ => Markup::Plain,
            };
            show(&open(&disk()?)?, &CampaignPage::of(what), markup)
        }
        Command::Verify { logs } => verify(&disk()?, logs),
    }
}

/// A note that the scenario of the last muster is void, if the muster was taken back just now.
fn void(campaign: &Campaign) -> String {
    match campaign.last_taken_back() {
        Some(Entry::Mustered { n, .. }) => format!(
            "The scenario that it wrote is void, and no battle by it can be entered: {}, unless you named it otherwise. The next \
             muster adds {VOID} to its name.\n",
            scenario_name(campaign, *n)
        ),
        _ => String::new(),
    }
}

/// The usual name of a muster's scenario.
fn scenario_name(campaign: &Campaign, n: u32) -> String {
    format!("{}-{n}.toml", campaign.key())
}

/// The ending of the name of a scenario that no longer counts for the campaign.
const VOID: &str = ".void";

/// Writes the scenario of a muster. An existing scenario of a muster that was taken back is renamed first, and its new
/// path returned. It is not deleted, because somebody may have chosen a level in it. A file that was changed in any
/// other way stays where it is, and stops the muster.
fn write_mustered(campaign: &Campaign, path: &Path, text: &str) -> io::Result<Option<PathBuf>> {
    // Reading a pipe could go on for ever.
    let is_void = path.is_file() && fs::read_to_string(path).is_ok_and(|it| campaign.is_void(&it));
    let void = if is_void { Some(put_away(path)?) } else { None };
    campaign::write_new(path, text).map(|()| void)
}

/// Renames a file to a free name that says that it is void.
fn put_away(path: &Path) -> io::Result<PathBuf> {
    let named = |n: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if n == 1 { VOID.to_owned() } else { format!("{VOID}-{n}") });
        PathBuf::from(name)
    };
    let free = (1..).map(named).find(|it| fs::symlink_metadata(it).is_err());
    let free = free.ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &free).map(|()| free)
}

/// The only campaign in this folder.
fn only_one() -> Result<PathBuf, Trouble> {
    let folder = Path::new(".");
    let entries = fs::read_dir(folder).map_err(|why| Trouble::reading(folder, why))?;
    let files: Vec<PathBuf> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
    let ends = |it: &Path, end: &str| it.extension().is_some_and(|it| it == end);
    let is_campaign = |it: &&PathBuf| ends(it, "toml") && it.with_extension("log").is_file();
    let mut found: Vec<PathBuf> = files.iter().filter(is_campaign).cloned().collect();
    found.sort();
    let help = "Name one with --campaign FILE";
    match &found[..] {
        [only] => Ok(only.clone()),
        [] => {
            let is_log = |it: &&PathBuf| ends(it, "log") && read_text(it).is_ok_and(|it| Campaign::read(&it).is_ok());
            Err(Trouble::Input(match files.iter().find(is_log) {
                Some(log) => format!(
                    "{} is the log of a campaign, and the campaign's file {} is missing beside it. Put it back; its text \
                     stands in the log.",
                    log.display(),
                    log.with_extension("toml").display()
                ),
                None => format!("there is no campaign in this folder. {help}, or begin one: campaign new FILE."),
            }))
        }
        several => {
            let names: Vec<String> = several.iter().map(|it| it.display().to_string()).collect();
            Err(Trouble::Input(format!("there are several campaigns in this folder: {}. {help}.", names.join(", "))))
        }
    }
}

/// Reads the campaign. Reports a last line that a crash cut short.
fn open(disk: &Disk) -> Result<Campaign, Trouble> {
    let (campaign, torn) = disk.open()?;
    tell_torn(disk, torn.as_deref());
    Ok(campaign)
}

/// Makes an entry, and adds it to the log. Reports a last line that a crash had cut short.
fn change<T>(
    disk: &Disk,
    make: impl FnOnce(&Campaign) -> Result<(Option<Entry>, T), Refused>,
) -> Result<(Campaign, T), campaign::Trouble> {
    let (campaign, made, torn) = disk.change(make)?;
    tell_torn(disk, torn.as_deref());
    Ok((campaign, made))
}

fn tell_torn(disk: &Disk, torn: Option<&str>) {
    let Some(bytes) = torn.map(str::len) else { return };
    eprintln!(
        "{}: the last line is cut short after {bytes} bytes, as something stopped it from being written. It counts for \
         nothing; do again what it was for.",
        disk.log().display()
    );
}

fn show(campaign: &Campaign, page: &CampaignPage, markup: Markup) -> Result<(), Trouble> {
    let document = campaign.show(page).map_err(|why| Trouble::Input(format!("{why}.")))?;
    print(&markup.render(&document))
}

fn new(path: &Path, from: Option<&Origin>) -> Result<(), Trouble> {
    let (name, text) = file::open(path).map_err(|it| Trouble::File(Box::new(it)))?;
    let begun = Campaign::begin(&name, &text, &Data::beside(path));
    let mut campaign = begun.map_err(|it| Trouble::File(Box::new(it)))?;
    let mut left_out = String::new();
    if let Some((log, battle)) = from {
        let mut from = Campaign::read(&read_text(log)?).map_err(|why| in_log(log, why))?;
        if let Some(battle) = battle {
            let then = from.as_after(*battle).map_err(|why| in_log(log, why))?;
            let later = from.entries_in_words().split_off(then.entries_in_words().len());
            if !later.is_empty() {
                let later = join(&later, "and");
                left_out = format!("What came after the end of battle {battle} is not taken over: {later}.\n");
            }
            from = then;
        }
        campaign = from.with_season(&campaign).map_err(|why| in_log(path, why))?;
    }
    let disk = Disk::of(path);
    disk.begin(&campaign)?;
    show(&campaign, &CampaignPage::Roster, Markup::Plain)?;
    print(&format!("\n{left_out}Its log is {}.\n", disk.log().display()))
}

fn muster(disk: &Disk, scenario: &Scenario, arguments: &MusterArguments) -> Result<(), Trouble> {
    let seed = arguments.seed.seed()?;
    let mut written: Option<(PathBuf, io::Result<Option<PathBuf>>)> = None;
    let made = change(disk, |campaign| {
        let mustered = campaign.muster(scenario, &arguments.without)?;
        let beside = || arguments.file.scenario.with_file_name(scenario_name(campaign, mustered.n));
        let path = arguments.output.clone().unwrap_or_else(beside);
        // The scenario must exist before anybody counts as gone.
        let result = write_mustered(campaign, &path, &mustered.text);
        let entry = result.is_ok().then(|| mustered.entry.clone());
        written = Some((path, result));
        Ok((entry, mustered))
    });
    let (path, mustered, void) = match (made, written) {
        (Ok((_, mustered)), Some((path, Ok(void)))) => (path, mustered, void),
        (Ok(_), Some((path, Err(why)))) if why.kind() == io::ErrorKind::AlreadyExists => {
            let path = path.display();
            return Err(Trouble::Input(format!("{path} is there already. Name another file with --output.")));
        }
        (Ok(_), Some((path, Err(why)))) => return Err(Trouble::writing(&path, why)),
        (Err(trouble), written) => {
            if let Some((path, Ok(void))) = written {
                let _ = fs::remove_file(&path);
                if let Some(void) = void {
                    let _ = fs::rename(void, path);
                }
            }
            return Err(trouble.into());
        }
        (Ok(_), None) => return Err(Trouble::Bug("a muster wrote no scenario".to_owned())),
    };
    let campaign = open(disk)?;
    let battle = campaign.roster().battles.last();
    let who = battle.map_or(&[][..], |it| &it.who);
    if let Some(void) = void {
        print(&format!("The scenario of the muster that was taken back is {} now.\n", void.display()))?;
    }
    let notes: String = mustered.notes.iter().map(|it| format!("{it}\n")).collect();
    print(&format!("Battle {}: {}. They go: {}.\n{notes}", mustered.n, path.display(), who.join(", ")))?;
    let battles = arguments.battles;
    if 0 < battles {
        let wanted = SimulationOptions { battles, seed, players: None, enemy: None, threads: None };
        let [as_written, as_mustered] = [scenario, &mustered.scenario].map(|it| it.opening.simulate(&wanted, &|| ()));
        let fates = mustered.scenario.opening.fates();
        let parties: BTreeSet<PartyId> =
            fates.iter().filter(|it| who.contains(&it.0.name)).map(|it| it.0.party).collect();
        for party in parties {
            let share = |it: &Fairness| {
                let won = it.written.won.get(usize::from(party.0)).copied().unwrap_or(0);
                (100 * won + it.written.battles / 2) / it.written.battles.max(1)
            };
            print(&format!(
                "Commander against commander, {battles} battles: as written {} % for {}, as mustered {} %.\n",
                share(&as_written),
                trial::party(as_mustered.labels.party(party)),
                share(&as_mustered)
            ))?;
        }
    }
    Ok(())
}

/// A problem with a log or another file.
fn in_log(path: &Path, why: impl Display) -> Trouble {
    Trouble::Input(format!("{}: {why}.", path.display()))
}

fn log_of(path: &Path) -> Result<Vec<store::Entry>, Trouble> {
    store::import(&read_text(path)?).map_err(|why| in_log(path, why))
}

fn end(disk: &Disk, path: &Path, is_given_up: bool) -> Result<(), Trouble> {
    let log = log_of(path)?;
    // The battle is refused here, not the campaign, so the error names the battle's log.
    let (campaign, ended) = change(disk, |it| {
        Ok(match it.end(&log, is_given_up) {
            Ok((entry, already)) => (entry, Ok(already)),
            Err(why) => (None, Err(why)),
        })
    })?;
    let already = ended.map_err(|why| in_log(path, why))?;
    if let Some(n) = already {
        return print(&format!("Battle {n} is in already, nothing was done.\n"));
    }
    show(&campaign, &CampaignPage::Chronicle, Markup::Plain)?;
    print("\n")?;
    show(&campaign, &CampaignPage::Roster, Markup::Plain)
}

fn verify(disk: &Disk, logs: &[PathBuf]) -> Result<(), Trouble> {
    let campaign = open(disk)?;
    let lines = count(campaign.entries().len() as u64, "line holds", "lines hold");
    let mut told = format!("{}: {lines}; nothing was changed since it was written.\n", disk.log().display());
    let (mut proved, mut doubts) = (Vec::new(), Vec::new());
    for path in logs {
        let held = log_of(path).and_then(|it| campaign.holds_with(&it).map_err(|why| in_log(path, why)));
        match held {
            Ok(n) => {
                let log = path.display();
                told += &format!(
                    "Proved: battle {n} is entered as {log} gives it, with the dice of its last round's key.\n"
                );
                proved.push(n);
            }
            Err(why) => doubts.push(format!("Not proved: {why}")),
        }
    }
    for battle in campaign.roster().battles.iter().filter(|it| it.fought.is_some() && !proved.contains(&it.n)) {
        told += &format!("Not shown: battle {}. Name its log to prove it.\n", battle.n);
    }
    print(&told)?;
    if doubts.is_empty() { Ok(()) } else { Err(Trouble::Input(doubts.join("\n"))) }
}
