//! A scenario's text with another commander.

use crate::field::Level;

const HEADING: &str = "[commander]";

/// The text of a scenario with the commander set to this level. Squads with a level of their own keep it.
pub fn led_by(text: &str, level: Level) -> String {
    let setting = format!("level = \"{}\"\n", level.name());
    let mut led = String::with_capacity(text.len() + setting.len());
    let (mut is_inside, mut is_set) = (false, false);
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        is_inside = if start.starts_with('[') { start.starts_with(HEADING) } else { is_inside };
        let is_old = is_inside && start.strip_prefix("level").is_some_and(|it| it.trim_start().starts_with('='));
        if !is_old {
            led += line;
        }
        if is_inside && !is_set {
            end_line(&mut led);
            led += &setting;
            is_set = true;
        }
    }
    if !is_set {
        end_line(&mut led);
        led += &format!("\n{HEADING}\n{setting}");
    }
    led
}

fn end_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_is_changed_where_it_stands_and_added_where_it_does_not() {
        let led = |text| led_by(text, Level::Veteran);
        let setting = "[commander]\nlevel = \"veteran\"\n";
        assert_eq!(led("[commander]\nlevel = \"green\"\nstance = \"hold\"\n"), format!("{setting}stance = \"hold\"\n"));
        assert_eq!(led("[commander]\nstance = \"hold\"\n[map]\n"), format!("{setting}stance = \"hold\"\n[map]\n"));
        assert_eq!(led("name = \"A\""), format!("name = \"A\"\n\n{setting}"));
        assert_eq!(led("[[squad]]\nlevel = \"green\"\n"), format!("[[squad]]\nlevel = \"green\"\n\n{setting}"));
        assert_eq!(led("[commander]"), setting);
    }
}
