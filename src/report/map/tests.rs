//! Pictures, maps and words of whole scenes.
