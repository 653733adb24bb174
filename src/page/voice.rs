//! Which of several forms a sentence of a report takes.

/// What picks the forms: the battle's public commitment to its seed. It rolls no dice, so a report reads the same each time it
/// is made, and battles differ. The default takes the first form of everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voice(Option<usize>);

impl Voice {
    /// The voice of the battle with this commitment.
    pub fn of(commitment: [u8; 32]) -> Voice {
        Voice(Some(usize::from(commitment[0])))
    }

    /// The voice of another round or sentence of the battle, by its number. Neighbours usually differ.
    pub(crate) fn at(self, number: usize) -> Voice {
        Voice(self.0.map(|it| it + number))
    }

    /// One of the forms, for the sentence of this number. Own words of the scenario come in the place of the usual ones.
    pub(crate) fn pick<'a>(self, n: usize, own: &'a [String], usual: &[&'a str]) -> &'a str {
        let n = self.0.map_or(0, |it| it + n);
        match own.len() {
            0 => usual[n % usual.len()],
            many => &own[n % many],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_differ_from_round_to_round_and_own_words_come_first() {
        let voice = Voice::of([7; 32]);
        let said = |voice: Voice, own: &[String]| {
            let rounds: Vec<String> =
                (1..4).map(|it| voice.at(it).pick(0, own, &["broke", "fled", "ran"]).to_owned()).collect();
            rounds.join(" ")
        };
        assert_eq!(said(voice, &[]), "ran broke fled");
        assert_eq!(said(Voice::default(), &[]), "broke broke broke");
        assert_eq!(said(voice, &["hopped off".to_owned()]), "hopped off hopped off hopped off");
    }
}
