//! What tests of posts in any game share.

pub(in crate::post) mod meant;
pub(crate) mod readings;
pub(crate) mod slips;
