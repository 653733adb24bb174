//! What tests of posts share between games.

pub(in crate::post) mod meant;
pub(crate) mod readings;
pub(crate) mod slips;
