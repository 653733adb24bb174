//! Writes SVG, element by element.

use std::fmt::{self, Write as _};

use crate::map::metrics::{Weight, written};
use crate::map::names::NO_LETTERS;

/// The SVG elements drawn so far. Text from outside enters only through [`Canvas::text`], [`Canvas::texts`] and
/// [`Canvas::title`], which escape it.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    out: String,
}

/// The font family of the SVG. The first font is compiled in.
pub(crate) const FONTS: &str = "DejaVu Sans, Verdana, sans-serif";

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    pub(crate) size: f32,
    pub(crate) weight: Weight,
    pub(crate) colour: &'static str,
    pub(crate) anchor: Anchor,
}

/// Which end of a text its `x` refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    /// The elements that `draw` draws, one after the other.
    pub(crate) fn drawn(draw: impl FnOnce(&mut Canvas)) -> String {
        let mut canvas = Canvas::default();
        draw(&mut canvas);
        canvas.into_elements()
    }

    /// The elements, one after the other.
    pub(crate) fn into_elements(self) -> String {
        self.out
    }

    /// A path with these style attributes. An empty path is left out.
    pub(crate) fn path(&mut self, data: &Path, how: impl fmt::Display) {
        if !data.data.is_empty() {
            self.push(format_args!("<path d=\"{}\" {how}/>\n", data.data));
        }
    }

    /// A rectangle with these style attributes.
    pub(crate) fn rect(&mut self, area: Rect, how: impl fmt::Display) {
        self.push(format_args!("<rect {area} {how}/>\n"));
    }

    /// An image: a PNG in base64.
    pub(crate) fn image(&mut self, area: Rect, png: &str) {
        let href = format_args!("data:image/png;base64,{png}");
        self.push(format_args!("<image {area} preserveAspectRatio=\"none\" href=\"{href}\"/>\n"));
    }

    /// A line of text. `y` is its baseline.
    pub(crate) fn text(&mut self, x: f32, y: f32, ink: Ink, text: &str) {
        let text = written(text, NO_LETTERS);
        let (text, [x, y]) = (Escaped(&text), [x, y].map(Tenths));
        self.push(format_args!("<text x=\"{x}\" y=\"{y}\" {ink}>{text}</text>\n"));
    }

    /// Texts of one style in many places, as one element.
    pub(crate) fn texts<T: AsRef<str>>(&mut self, ink: Ink, texts: impl IntoIterator<Item = (f32, f32, T)>) {
        let mut spans = String::new();
        for (x, y, text) in texts {
            let text = written(text.as_ref(), NO_LETTERS);
            let (text, [x, y]) = (Escaped(&text), [x, y].map(Tenths));
            write!(spans, "<tspan x=\"{x}\" y=\"{y}\">{text}</tspan>").expect("a string takes all");
        }
        if !spans.is_empty() {
            self.push(format_args!("<text {ink}>{spans}</text>\n"));
        }
    }

    /// A sign or a few bold letters, centred on a point.
    pub(crate) fn sign(&mut self, (x, y): Point, size: f32, colour: &'static str, text: &str) {
        let ink = Ink { size, weight: Weight::Bold, colour, anchor: Anchor::Middle };
        self.text(x, y + size * 0.36, ink, text);
    }

    /// Signs or bold letters centred on many points, as one element.
    pub(crate) fn signs<T: AsRef<str>>(
        &mut self,
        size: f32,
        colour: &'static str,
        signs: impl Iterator<Item = (Point, T)>,
    ) {
        let ink = Ink { size, weight: Weight::Bold, colour, anchor: Anchor::Middle };
        self.texts(ink, signs.map(|((x, y), text)| (x, y + size * 0.36, text)));
    }

    /// The title, which screen readers read instead of the picture.
    pub(crate) fn title(&mut self, text: &str) {
        let text = Escaped(text);
        self.push(format_args!("<title>{text}</title>\n"));
    }

    fn push(&mut self, text: fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("a string takes all");
    }
}

/// Writes the attributes of a text.
impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weight = match self.weight {
            Weight::Plain => "",
            Weight::Bold => " font-weight=\"bold\"",
        };
        let anchor = match self.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        write!(f, "font-size=\"{}\"{weight}{anchor} fill=\"{}\"", Tenths(self.size), self.colour)
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

/// Writes the attributes of a rectangle.
impl fmt::Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, top, width, height] = [self.left, self.top, self.width, self.height].map(Tenths);
        write!(f, "x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"")
    }
}

impl Rect {
    /// A square centred on a point.
    pub(crate) fn around((x, y): Point, edge: f32) -> Rect {
        Rect { left: x - edge / 2.0, top: y - edge / 2.0, width: edge, height: edge }
    }

    pub(crate) fn middle(self) -> Point {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// The area that two rectangles share, in square pixels.
    pub(crate) fn overlap(self, other: Rect) -> f32 {
        let shared = |a: f32, a_size: f32, b: f32, b_size: f32| ((a + a_size).min(b + b_size) - a.max(b)).max(0.0);
        shared(self.left, self.width, other.left, other.width) * shared(self.top, self.height, other.top, other.height)
    }

    /// This rectangle, larger by a margin on every side, or smaller if `by` is negative.
    pub(crate) fn grown(self, by: f32) -> Rect {
        Rect { left: self.left - by, top: self.top - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    /// This rectangle, moved to the right and down.
    pub(crate) fn shifted(self, dx: f32, dy: f32) -> Rect {
        Rect { left: self.left + dx, top: self.top + dy, ..self }
    }

    /// The smallest rectangle that holds both.
    pub(crate) fn joined(self, other: Rect) -> Rect {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Rect { left, top, width: right - left, height: bottom - top }
    }
}

/// A point in pixels: to the right, and down.
pub(crate) type Point = (f32, f32);

/// The data of an SVG path. Numbers have one decimal, and all points but the first are relative to the previous one,
/// because that is shortest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    data: String,
    /// The current point, in tenths of a pixel.
    at: [i64; 2],
    /// The point that closing the path returns to.
    start: [i64; 2],
}

impl Path {
    /// Moves to a point without a line.
    pub(crate) fn go(&mut self, to: Point) -> &mut Path {
        self.go_to(in_tenths(to))
    }

    fn go_to(&mut self, to: [i64; 2]) -> &mut Path {
        self.start = to;
        let by = self.moved(to);
        // The first point is absolute.
        let command = if self.data.is_empty() { 'M' } else { 'm' };
        self.add(command, &by)
    }

    /// Adds a straight line to a point.
    pub(crate) fn line(&mut self, to: Point) -> &mut Path {
        let by = self.moved(in_tenths(to));
        self.add('l', &by)
    }

    /// Adds a quadratic curve to a point, with the control point `towards`.
    pub(crate) fn curve(&mut self, towards: Point, to: Point) -> &mut Path {
        let (from, lean) = (self.at, in_tenths(towards));
        let by = self.moved(in_tenths(to));
        self.add('q', &[lean[0] - from[0], lean[1] - from[1], by[0], by[1]])
    }

    /// Closes the path.
    pub(crate) fn close(&mut self) -> &mut Path {
        self.at = self.start;
        self.add('z', &[])
    }

    /// Adds straight lines from point to point.
    pub(crate) fn through(&mut self, points: impl IntoIterator<Item = Point>) -> &mut Path {
        for (n, point) in points.into_iter().enumerate() {
            _ = if n == 0 { self.go(point) } else { self.line(point) };
        }
        self
    }

    /// Adds a polygon.
    pub(crate) fn polygon(&mut self, corners: &[Point]) -> &mut Path {
        self.through(corners.iter().copied()).close()
    }

    /// Adds a rectangle.
    pub(crate) fn rect(&mut self, it: Rect) -> &mut Path {
        let Rect { left, top, width, height } = it;
        self.go((left, top)).across(width).down(height).across(-width).close()
    }

    /// Adds a rectangle with round corners.
    pub(crate) fn round_rect(&mut self, it: Rect, radius: f32) -> &mut Path {
        let Rect { left, top, width, height } = it;
        let (w, h, r) = (width - 2.0 * radius, height - 2.0 * radius, radius);
        self.go((left + r, top)).across(w).arc(r, r, r).down(h).arc(r, -r, r);
        self.across(-w).arc(r, -r, -r).down(-h).arc(r, r, -r).close()
    }

    /// Adds a quarter of a circle, clockwise.
    fn arc(&mut self, radius: f32, dx: f32, dy: f32) -> &mut Path {
        self.arcs(tenths(radius), "0 01", [dx, dy].map(tenths))
    }

    // Adds an arc. The flags are its rotation, large-arc and sweep flags, and `by` is the relative end point.
    fn arcs(&mut self, radius: i64, flags: &str, by: [i64; 2]) -> &mut Path {
        self.add('a', &[radius, radius]);
        self.data.push(' ');
        self.data.push_str(flags);
        self.numbers(&by);
        self.at = [self.at[0] + by[0], self.at[1] + by[1]];
        self
    }

    fn across(&mut self, by: f32) -> &mut Path {
        self.at[0] += tenths(by);
        self.add('h', &[tenths(by)])
    }

    fn down(&mut self, by: f32) -> &mut Path {
        self.at[1] += tenths(by);
        self.add('v', &[tenths(by)])
    }

    // Sets the current point. Returns the offset from the previous one.
    fn moved(&mut self, to: [i64; 2]) -> [i64; 2] {
        let from = std::mem::replace(&mut self.at, to);
        [to[0] - from[0], to[1] - from[1]]
    }

    /// Adds a rectangle with its corners cut off.
    pub(crate) fn cut_rect(&mut self, it: Rect) -> &mut Path {
        let Rect { left, top, width, height } = it;
        let cut = width.min(height) * 0.28;
        let (right, bottom) = (left + width, top + height);
        let upper = [(left, top + cut), (left + cut, top), (right - cut, top), (right, top + cut)];
        let lower = [(right, bottom - cut), (right - cut, bottom), (left + cut, bottom), (left, bottom - cut)];
        self.polygon(&[upper, lower].concat())
    }

    /// Adds a circle.
    pub(crate) fn circle(&mut self, (x, y): Point, radius: f32) -> &mut Path {
        let start = [tenths(x - radius), tenths(y)];
        self.go_to(start);
        // The arc ends a tenth short of its start, and closing adds the rest, because an arc to its own start isn't
        // drawn.
        self.arcs(tenths(radius), "0 10", [0, -1]).close();
        self.at = start;
        self
    }

    fn add(&mut self, command: char, numbers: &[i64]) -> &mut Path {
        self.data.push(command);
        self.numbers(numbers);
        self
    }

    fn numbers(&mut self, numbers: &[i64]) {
        for number in numbers {
            // A minus separates two numbers as a blank does.
            if self.data.ends_with(|it: char| it.is_ascii_digit()) && 0 <= *number {
                self.data.push(' ');
            }
            write!(self.data, "{}", *number as f64 / 10.0).expect("a string takes all");
        }
    }
}

fn in_tenths((x, y): Point) -> [i64; 2] {
    [x, y].map(tenths)
}

fn tenths(number: f32) -> i64 {
    (f64::from(number) * 10.0).round_ties_even() as i64
}

/// A number with one decimal, or none if it is whole.
struct Tenths(f32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&(tenths(self.0) as f64 / 10.0), f)
    }
}

/// Text with XML escapes.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

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
    fn numbers_are_written_as_they_are_to_a_tenth() {
        for it in [0.0, 0.04, 0.05, 0.25, 0.35, 0.95, 1.0, 9.96, 12.34, 1234.55, 99_999.9, 1e6 / 3.0] {
            for it in [it, -it] {
                let usual = format!("{it:.1}");
                let usual = usual.strip_suffix(".0").unwrap_or(&usual);
                assert_eq!(Tenths(it).to_string(), if usual == "-0" { "0" } else { usual });
            }
        }
        let mut path = Path::default();
        path.go((1.0, 2.5)).circle((10.0, 20.0), 3.25);
        assert_eq!(path.data, "M1 2.5m5.8 17.5a3.2 3.2 0 10 0-0.1z");
    }

    #[test]
    fn rectangles_overlap_where_they_share_ground() {
        let a = Rect { left: 0.0, top: 0.0, width: 4.0, height: 4.0 };
        assert_eq!(a.overlap(a.shifted(3.0, 2.0)), 2.0);
        assert_eq!(a.overlap(a.shifted(4.0, 0.0)), 0.0);
        assert_eq!(a.joined(a.shifted(3.0, 2.0)), Rect { left: 0.0, top: 0.0, width: 7.0, height: 6.0 });
    }
}
