//! Chooses between the forms that a sentence of a report can take.

/// The choice of forms. It depends on the battle's public commitment to its seed and on no dice, so a report is the
/// same each time it is made, but battles differ. The default always chooses the first form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voice(Option<usize>);

impl Voice {
    /// The voice of the battle with this seed commitment.
    pub fn of(commitment: [u8; 32]) -> Voice {
        Voice(Some(usize::from(commitment[0])))
    }

    /// The voice of a round or a sentence of the battle, by its number. Neighbouring numbers usually differ.
    pub(crate) fn at(self, number: usize) -> Voice {
        Voice(self.0.map(|it| it + number))
    }

    /// One of the forms, for the sentence with this number. The scenario's own words replace the usual forms.
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
