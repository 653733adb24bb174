//! A page of headings, sentences and bars, one below the other.

use crate::map::PartyId;
use crate::map::canvas::{Anchor, Canvas, Ink, Path, Rect};
use crate::map::metrics::{Weight, width, wrapped};
use crate::map::style::{FADED, GRID, GRID_FIFTH, INK, WHITE, colour_of};
use crate::map::svg::Layer;

/// The width of the page, in pixels. A phone shows the page at a little less than half size, with letters as large as
/// its own.
pub(in crate::trial) const WIDTH: f32 = 900.0;
/// The left and right edges of everything.
pub(super) const LEFT: f32 = 28.0;
pub(super) const RIGHT: f32 = WIDTH - LEFT;

/// Font sizes.
const TITLE: f32 = 36.0;
const HEADING: f32 = 30.0;
const TEXT: f32 = 25.0;

/// The height of a row with a bar, and of its bar.
const ROW: f32 = 38.0;
const BAR: f32 = 26.0;
/// The least width of a bar for a value above zero.
const BAR_MIN: f32 = 3.0;
/// The distance between stripes.
const STRIPE: f32 = 9.0;

/// A page that is being drawn: what is on it, and where the next thing goes.
pub(super) struct Page {
    canvas: Canvas,
    y: f32,
}

/// How a bar is filled, so that parts differ without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filling {
    Full,
    Striped,
}

/// Where bars of a kind stand, from 0 % to 100 %.
#[derive(Clone, Copy, Debug)]
pub(super) struct Track {
    pub(super) left: f32,
    pub(super) right: f32,
}

/// A filled part of a track, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled {
    pub(super) from: f32,
    pub(super) to: f32,
    pub(super) owner: Option<PartyId>,
    pub(super) filling: Filling,
}

impl Page {
    /// A page that begins with its title.
    pub(super) fn new(title: &str) -> Page {
        let mut page = Page { canvas: Canvas::default(), y: 14.0 };
        page.lines(title, TITLE, Weight::Bold, INK);
        page
    }

    pub(super) fn into_layer(self) -> Layer {
        Layer { elements: self.canvas.into_elements(), width: WIDTH, height: (self.y + 20.0).ceil() }
    }

    /// Adds a sentence.
    pub(super) fn sentence(&mut self, text: &str) {
        self.lines(text, TEXT, Weight::Plain, INK);
        self.y += 4.0;
    }

    pub(super) fn heading(&mut self, text: &str) {
        self.y += 20.0;
        let mut line = Path::default();
        line.go((LEFT, self.y)).line((RIGHT, self.y));
        self.canvas.path(&line, format_args!("fill=\"none\" stroke=\"{GRID_FIFTH}\" stroke-width=\"2\""));
        self.y += 8.0;
        self.lines(text, HEADING, Weight::Bold, INK);
    }

    /// Begins a part of a section, in the colour of the party that it is about.
    pub(super) fn part(&mut self, text: &str, owner: Option<PartyId>) {
        self.y += 4.0;
        self.lines(text, TEXT, Weight::Bold, colour_of(owner));
    }

    /// A name on the left and words on the right. A name that is too long stands above.
    pub(super) fn name(&mut self, name: &str, words: &str) {
        self.y += 4.0;
        let room = RIGHT - LEFT - 20.0 - width(words, TEXT, Weight::Plain);
        let y = self.beside(name, Weight::Bold, room, (TEXT * 1.05).round());
        self.canvas.text(RIGHT, y, ink(Weight::Plain, Anchor::End), words);
        self.y += (TEXT * 1.4).round();
    }

    /// A row with words on both sides of a bar. If the words before the bar are too long, they stand above. Returns
    /// where the bar is.
    pub(super) fn row(&mut self, before: &str, track: Track, filled: &[Filled], after: &str) -> Rect {
        let y = self.beside(before, Weight::Plain, track.left - LEFT - 12.0, (ROW / 2.0 + TEXT * 0.36).round());
        self.canvas.text(RIGHT, y, ink(Weight::Plain, Anchor::End), after);
        self.bar(track, filled)
    }

    /// Words at the start of a row, or above it if there is no room. Returns the baseline of the row's letters, `down`
    /// below its top.
    fn beside(&mut self, words: &str, weight: Weight, room: f32, down: f32) -> f32 {
        if room < width(words, TEXT, weight) {
            self.lines(words, TEXT, weight, INK);
        } else {
            self.canvas.text(LEFT, self.y + down, ink(weight, Anchor::Start), words);
        }
        self.y + down
    }

    /// A row with only a bar. Returns where the bar is.
    pub(super) fn bar(&mut self, track: Track, filled: &[Filled]) -> Rect {
        let width = track.right - track.left;
        let area = Rect { left: track.left, top: self.y + (ROW - BAR) / 2.0, width, height: BAR };
        self.canvas.rect(area, format_args!("fill=\"{WHITE}\" stroke=\"{GRID_FIFTH}\" stroke-width=\"2\""));
        let mut quarters = Path::default();
        for x in [0.25, 0.5, 0.75].map(|it| area.left + it * width) {
            quarters.go((x, area.top)).line((x, area.top + BAR));
        }
        self.canvas.path(&quarters, format_args!("fill=\"none\" stroke=\"{GRID}\" stroke-width=\"2\""));
        filled.iter().filter(|it| it.from < it.to).for_each(|it| self.fill(area, *it));
        self.y += ROW;
        area
    }

    /// A line with two ends over a bar, for the confidence interval of its share.
    pub(super) fn whisker(&mut self, bar: Rect, low: f32, high: f32) {
        let at = |share: f32| bar.left + share * bar.width;
        let (low, high, middle) = (at(low), at(high), bar.top + bar.height / 2.0);
        let (top, bottom) = (bar.top + bar.height * 0.22, bar.top + bar.height * 0.78);
        let mut path = Path::default();
        path.go((low, top)).line((low, bottom)).go((high, top)).line((high, bottom));
        path.go((low, middle)).line((high, middle));
        for (colour, width) in [(WHITE, 7.0), (INK, 3.5)] {
            let style = "fill=\"none\" stroke-linecap=\"square\"";
            self.canvas.path(&path, format_args!("{style} stroke=\"{colour}\" stroke-width=\"{width:.1}\""));
        }
    }

    /// The scale below bars: 0 %, 50 % and 100 %.
    pub(super) fn scale(&mut self, track: Track) {
        let y = self.y + (TEXT * 0.9).round();
        let at = |share: f32| track.left + share * (track.right - track.left);
        for (share, words) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
            self.canvas.text(at(share), y, Ink { colour: FADED, ..ink(Weight::Plain, Anchor::Middle) }, words);
        }
        self.y += (TEXT * 1.3).round();
    }

    /// A column for each number from `first`, in proportion to its count.
    pub(super) fn columns(&mut self, first: usize, counts: &[u64]) {
        /// The height of the highest column, and the greatest width of a column with its gap.
        const HEIGHT: f32 = 150.0;
        const STEP_MAX: f32 = 110.0;

        let Some(most) = counts.iter().copied().max().filter(|it| 0 < *it) else { return };
        let step = ((RIGHT - LEFT) / counts.len() as f32).min(STEP_MAX);
        let base = self.y + (TEXT * 1.4).round() + HEIGHT;
        let widest = format!("{}", most.max((first + counts.len()) as u64));
        let needed = width(&widest, TEXT, Weight::Plain) + 6.0;
        let every = [1, 2, 5, 10, 20].into_iter().find(|it| needed <= step * *it as f32).unwrap_or(50);
        let mut columns = Path::default();
        for (n, count) in counts.iter().enumerate() {
            let (left, number) = (LEFT + n as f32 * step, first + n);
            let middle = left + step / 2.0;
            if 0 < *count {
                let height = (HEIGHT * (*count as f64 / most as f64) as f32).max(BAR_MIN);
                columns.rect(Rect { left: left + step * 0.1, top: base - height, width: step * 0.8, height });
                if every == 1 {
                    let y = base - height - 7.0;
                    self.canvas.text(middle, y, ink(Weight::Plain, Anchor::Middle), &count.to_string());
                }
            }
            if number.is_multiple_of(every) {
                let y = base + (TEXT * 1.15).round();
                self.canvas.text(middle, y, ink(Weight::Bold, Anchor::Middle), &number.to_string());
            }
        }
        self.canvas.path(&columns, format_args!("fill=\"{FADED}\""));
        let mut line = Path::default();
        line.go((LEFT, base)).line((LEFT + step * counts.len() as f32, base));
        self.canvas.path(&line, format_args!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"3\""));
        self.y = base + (TEXT * 1.5).round();
    }

    fn lines(&mut self, text: &str, size: f32, weight: Weight, colour: &'static str) {
        for line in wrapped(text, size, weight, RIGHT - LEFT) {
            let ink = Ink { size, weight, colour, anchor: Anchor::Start };
            self.canvas.text(LEFT, self.y + (size * 1.05).round(), ink, &line);
            self.y += (size * 1.35).round();
        }
    }

    fn fill(&mut self, track: Rect, it: Filled) {
        let left = track.left + it.from * track.width;
        let width = ((it.to - it.from) * track.width).max(BAR_MIN);
        let area = Rect { left: left.min(track.left + track.width - width), width, ..track };
        let colour = colour_of(it.owner);
        match it.filling {
            Filling::Full => self.canvas.rect(area, format_args!("fill=\"{colour}\"")),
            Filling::Striped => {
                self.canvas.rect(area, format_args!("fill=\"{WHITE}\" stroke=\"{colour}\" stroke-width=\"2.5\""));
                self.canvas
                    .path(&stripes(area), format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"3.5\""));
            }
        }
    }
}

/// Lines that lean to the right, cut off at the edges of the area.
fn stripes(area: Rect) -> Path {
    let Rect { left, top, width, height } = area;
    let mut path = Path::default();
    let first = (-height / STRIPE).floor() as i32;
    let last = (width / STRIPE).ceil() as i32;
    for foot in (first..last).map(|it| it as f32 * STRIPE) {
        let (low, high) = ((-foot).max(0.0), (width - foot).min(height));
        if low < high {
            path.go((left + foot + low, top + height - low)).line((left + foot + high, top + height - high));
        }
    }
    path
}

fn ink(weight: Weight, anchor: Anchor) -> Ink {
    Ink { size: TEXT, weight, colour: INK, anchor }
}
