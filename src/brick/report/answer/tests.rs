//! What a post is told.
