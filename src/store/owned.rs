//! Files that hold the seeds of battles that are going on: nobody but their owner may read them.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a file that isn't there yet, for its owner alone where a system knows owners.
///
/// # Errors
///
/// If there is one, or it can't be made.
pub(crate) fn make_for_owner(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
