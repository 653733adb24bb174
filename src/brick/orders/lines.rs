//! Which lines of a post are orders.

use std::ops::Range;

/// The order lines of a post, without their prefix: bytes of it. Blocks of code are fiction, unless they are called
/// `orders`, and so are lines that quote somebody.
pub(super) fn find(text: &str, prefix: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // In a block: whether its lines are orders.
    let mut block: Option<bool> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        let bare = line.trim_end().trim_start_matches(|it: char| it.is_whitespace() || matches!(it, '*' | '_'));
        let fence = bare.strip_prefix("```");
        match (block, fence) {
            (None, Some(info)) => block = Some(info.trim().eq_ignore_ascii_case("orders")),
            (Some(_), Some(_)) => block = None,
            (Some(false), None) => (),
            (Some(true), None) => {
                let order = bare.strip_prefix(prefix).unwrap_or(bare);
                if !order.is_empty() {
                    found.push(end - order.len()..end);
                }
            }
            (None, None) => {
                let bare = bare.trim_start_matches('`');
                if let Some(order) = bare.strip_prefix(prefix) {
                    found.push(end - order.len()..end);
                }
            }
        }
        start += line.len();
    }
    found
}
