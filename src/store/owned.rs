//! Files that hold seeds of battles that aren't over, which only their owner may read.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a new file that only its owner may read, on systems that know owners.
///
/// # Errors
///
/// If the file exists already or can't be made.
pub(crate) fn make_for_owner(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
