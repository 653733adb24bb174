//! SVG text, element by element.

use std::fmt::{self, Write as _};

use crate::map::metrics::Weight;

/// What has been drawn so far. Text from outside comes in through [`Canvas::text`] and [`Canvas::title`] only, which
/// escape it.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    out: String,
}

/// The fonts that a viewer of the SVG may have; the first is the one compiled in.
pub(crate) const FONTS: &str = "DejaVu Sans, Verdana, sans-serif";

/// How a text is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    pub(crate) size: f32,
    pub(crate) weight: Weight,
    pub(crate) colour: &'static str,
    pub(crate) anchor: Anchor,
}

/// What the place of a text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    /// The elements, one after the other.
    pub(crate) fn into_elements(self) -> String {
        self.out
    }

    /// A shape, by its path and how it is drawn. A path without anything in it is left out.
    pub(crate) fn path(&mut self, data: &Path, how: impl fmt::Display) {
        if !data.0.is_empty() {
            self.push(format_args!("<path d=\"{}\" {how}/>\n", data.0));
        }
    }

    /// A rectangle.
    pub(crate) fn rect(&mut self, area: Rect, how: impl fmt::Display) {
        let Rect { left, top, width, height } = area;
        self.push(format_args!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" {how}/>\n"
        ));
    }

    /// A line of text; `y` is where its letters stand.
    pub(crate) fn text(&mut self, x: f32, y: f32, ink: Ink, text: &str) {
        let Ink { size, colour, .. } = ink;
        let (weight, anchor) = (weight(ink.weight), anchor(ink.anchor));
        let text = Escaped(text);
        self.push(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\"{weight}{anchor} fill=\"{colour}\">{text}</text>\n"
        ));
    }

    /// Texts of one kind in many places, as one element.
    pub(crate) fn texts<'a>(&mut self, ink: Ink, texts: impl Iterator<Item = (f32, f32, &'a str)>) {
        let mut spans = String::new();
        for (x, y, text) in texts {
            let text = Escaped(text);
            write!(spans, "<tspan x=\"{x:.1}\" y=\"{y:.1}\">{text}</tspan>").expect("a string takes all");
        }
        if !spans.is_empty() {
            let Ink { size, colour, .. } = ink;
            let (weight, anchor) = (weight(ink.weight), anchor(ink.anchor));
            self.push(format_args!("<text font-size=\"{size:.1}\"{weight}{anchor} fill=\"{colour}\">{spans}</text>\n"));
        }
    }

    /// What a screen reader says instead of the picture.
    pub(crate) fn title(&mut self, text: &str) {
        let text = Escaped(text);
        self.push(format_args!("<title>{text}</title>\n"));
    }

    fn push(&mut self, text: fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("a string takes all");
    }
}

fn weight(weight: Weight) -> &'static str {
    match weight {
        Weight::Plain => "",
        Weight::Bold => " font-weight=\"bold\"",
    }
}

fn anchor(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    }
}

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Rect {
    /// The area that two share.
    pub(crate) fn overlap(self, other: Rect) -> f32 {
        let shared = |a: f32, a_size: f32, b: f32, b_size: f32| ((a + a_size).min(b + b_size) - a.max(b)).max(0.0);
        shared(self.left, self.width, other.left, other.width) * shared(self.top, self.height, other.top, other.height)
    }

    /// The same with a margin on every side; less than 0 takes away.
    pub(crate) fn grown(self, by: f32) -> Rect {
        Rect { left: self.left - by, top: self.top - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    /// The same, this much to the right and down.
    pub(crate) fn shifted(self, dx: f32, dy: f32) -> Rect {
        Rect { left: self.left + dx, top: self.top + dy, ..self }
    }

    /// The smallest that holds both.
    pub(crate) fn joined(self, other: Rect) -> Rect {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Rect { left, top, width: right - left, height: bottom - top }
    }
}

/// The data of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path(String);

impl Path {
    /// Goes to a point without a line.
    pub(crate) fn go(&mut self, x: f32, y: f32) -> &mut Path {
        self.add(format_args!("M{x:.1} {y:.1}"))
    }

    /// A straight line to a point.
    pub(crate) fn line(&mut self, x: f32, y: f32) -> &mut Path {
        self.add(format_args!("L{x:.1} {y:.1}"))
    }

    /// A curve to `(x, y)` that leans towards `(cx, cy)`.
    pub(crate) fn curve(&mut self, cx: f32, cy: f32, x: f32, y: f32) -> &mut Path {
        self.add(format_args!("Q{cx:.1} {cy:.1} {x:.1} {y:.1}"))
    }

    /// Back to where it began.
    pub(crate) fn close(&mut self) -> &mut Path {
        self.add(format_args!("Z"))
    }

    /// A shape of straight lines.
    pub(crate) fn polygon(&mut self, corners: &[(f32, f32)]) -> &mut Path {
        for (n, &(x, y)) in corners.iter().enumerate() {
            if n == 0 {
                self.go(x, y)
            } else {
                self.line(x, y)
            };
        }
        self.close()
    }

    /// A rectangle.
    pub(crate) fn rect(&mut self, it: Rect) -> &mut Path {
        let Rect { left, top, width, height } = it;
        self.add(format_args!("M{left:.1} {top:.1}h{width:.1}v{height:.1}h{:.1}Z", -width))
    }

    /// A rectangle with round corners.
    pub(crate) fn round_rect(&mut self, it: Rect, radius: f32) -> &mut Path {
        let Rect { left, top, width, height } = it;
        let (w, h, r) = (width - 2.0 * radius, height - 2.0 * radius, radius);
        self.add(format_args!(
            "M{:.1} {top:.1}h{w:.1}a{r:.1} {r:.1} 0 0 1 {r:.1} {r:.1}v{h:.1}a{r:.1} {r:.1} 0 0 1 {:.1} {r:.1}\
             h{:.1}a{r:.1} {r:.1} 0 0 1 {:.1} {:.1}v{:.1}a{r:.1} {r:.1} 0 0 1 {r:.1} {:.1}Z",
            left + r,
            -r,
            -w,
            -r,
            -r,
            -h,
            -r
        ))
    }

    /// A rectangle with its corners cut off.
    pub(crate) fn cut_rect(&mut self, it: Rect) -> &mut Path {
        let Rect { left, top, width, height } = it;
        let cut = width.min(height) * 0.28;
        let (right, bottom) = (left + width, top + height);
        let upper = [(left, top + cut), (left + cut, top), (right - cut, top), (right, top + cut)];
        let lower = [(right, bottom - cut), (right - cut, bottom), (left + cut, bottom), (left, bottom - cut)];
        self.polygon(&[upper, lower].concat())
    }

    /// A circle.
    pub(crate) fn circle(&mut self, x: f32, y: f32, radius: f32) -> &mut Path {
        // As it is written: half a circle has to be just as wide as two radii, or it is no half.
        let radius = (radius * 10.0).round() / 10.0;
        let (left, across) = (x - radius, 2.0 * radius);
        self.add(format_args!(
            "M{left:.1} {y:.1}a{radius:.1} {radius:.1} 0 1 0 {across:.1} 0a{radius:.1} {radius:.1} 0 1 0 {:.1} 0Z",
            -across
        ))
    }

    fn add(&mut self, text: fmt::Arguments<'_>) -> &mut Path {
        self.0.write_fmt(text).expect("a string takes all");
        self
    }
}

/// Text as XML holds it.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(Escaped("<&\"'>").to_string(), "&lt;&amp;&quot;'&gt;");
    }

    #[test]
    fn rectangles_overlap_where_they_share_ground() {
        let a = Rect { left: 0.0, top: 0.0, width: 4.0, height: 4.0 };
        assert_eq!(a.overlap(a.shifted(3.0, 2.0)), 2.0);
        assert_eq!(a.overlap(a.shifted(4.0, 0.0)), 0.0);
        assert_eq!(a.joined(a.shifted(3.0, 2.0)), Rect { left: 0.0, top: 0.0, width: 7.0, height: 6.0 });
    }
}
