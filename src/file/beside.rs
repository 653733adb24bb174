//! Files that a scenario names, such as maps and pictures. A battle stores a copy of them, so that it can be replayed
//! without them.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use crate::file::read::{At, Beside, Reader};
use crate::file::values::Name;
use crate::file::{limits, say};

/// Whether a file that is stored with a battle is one that its scenario names, and no data file.
pub fn is_beside(name: &str) -> bool {
    !last_part(name).ends_with(".toml")
}

impl Beside {
    /// The files among those of a battle that its scenario names.
    pub fn kept(files: &[(String, String)]) -> Beside {
        Beside::Kept(files.iter().filter(|it| is_beside(&it.0)).cloned().collect())
    }
}

/// The name of a file without its folder. Battles store no folders: they are private, and the log doesn't depend on
/// where it was written.
pub fn last_part(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

impl Reader {
    /// The text of a file that the scenario names. `None` if it can't be read, after adding a problem.
    pub(super) fn text_beside(&mut self, name: &At<Name>) -> Option<String> {
        let text = match self.kept_beside(name) {
            Some(text) => text,
            None => {
                let bytes = self.bytes_beside(name, limits::FILE_BYTES)?;
                String::from_utf8(bytes).map_err(|_| self.say(say::no_text_beside(name.span.clone(), name))).ok()?
            }
        };
        self.keep(name, &text)?;
        Some(text)
    }

    /// What `make` returns for the bytes of a file that the scenario names. The battle stores this instead of the file.
    /// `None` if it can't be had, after adding a problem.
    pub(super) fn made_beside(
        &mut self,
        name: &At<Name>,
        make: impl FnOnce(&mut Reader, &[u8]) -> Option<Vec<u8>>,
    ) -> Option<Vec<u8>> {
        let kept = self.kept_beside(name);
        let made = match kept {
            Some(text) => {
                BASE64.decode(text).map_err(|_| self.say(say::missing_beside(name.span.clone(), name))).ok()?
            }
            None => {
                let bytes = self.bytes_beside(name, limits::PICTURE_BYTES)?;
                make(self, &bytes)?
            }
        };
        self.keep(name, &BASE64.encode(&made))?;
        Some(made)
    }

    fn kept_beside(&self, name: &str) -> Option<String> {
        let Beside::Kept(files) = &self.beside else { return None };
        files.iter().find(|it| last_part(&it.0) == last_part(name)).map(|it| it.1.clone())
    }

    /// Stores a file with the battle. `None` if its name is the same as another's without the folder, or a data file's,
    /// after adding a problem.
    fn keep(&mut self, name: &At<Name>, text: &str) -> Option<()> {
        let is_alike = |it: &(String, String)| it.0 != name.value.0 && last_part(&it.0) == last_part(name);
        if !is_beside(name) || self.used_beside.iter().any(is_alike) {
            return self.refuse(say::ambiguous_beside(name.span.clone(), name));
        }
        if !self.used_beside.iter().any(|it| it.0 == name.value.0) {
            self.used_beside.push((name.value.0.clone(), text.to_owned()));
        }
        Some(())
    }

    fn bytes_beside(&mut self, name: &At<Name>, most: u64) -> Option<Vec<u8>> {
        let span = name.span.clone();
        let problem = match &self.beside {
            Beside::Nowhere => say::nothing_beside(span, name),
            Beside::Kept(_) => say::missing_beside(span, name),
            Beside::Folder(folder) => match bytes_in(folder, name, most) {
                Ok(Some(bytes)) if bytes.len() as u64 <= most => return Some(bytes),
                Ok(Some(_)) => say::too_large_beside(span, name, most),
                Ok(None) => say::outside(span, name),
                Err(error) => say::unreadable_beside(span, name, &error),
            },
        };
        self.refuse(problem)
    }
}

/// The bytes of a file in a folder, up to one byte over the limit. `None` if it lies outside the folder.
fn bytes_in(folder: &Path, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let path = folder.join(name).canonicalize()?;
    if !path.starts_with(folder.canonicalize()?) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
