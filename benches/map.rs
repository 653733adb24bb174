//! M1: the map of twenty squads of ten on 60 by 40 tiles, as a phone would get it.

mod w1;

use divan::{Bencher, black_box};
use fieldpost::report::map::{MapRenderer, Picture, alt_text, positions, text_map};

fn main() {
    let battle = w1::opening();
    let mut renderer = MapRenderer::new();
    let picture = renderer.png(&Picture::new(&battle, &[])).expect("the map can be drawn");
    println!("M1 is {} bytes", picture.len());
    if let Some(path) = std::env::var_os("FIELDPOST_MAP_OUT") {
        std::fs::write(path, picture).expect("the picture can be written");
    }
    divan::main();
}

/// From the battle to the PNG, the ground having been drawn in an earlier round.
#[divan::bench]
fn picture_of_a_round(bencher: Bencher) {
    let battle = w1::opening();
    let mut renderer = MapRenderer::new();
    renderer.png(&Picture::new(&battle, &[])).expect("the map can be drawn");
    bencher.bench_local(|| renderer.png(&Picture::new(black_box(&battle), &[])));
}

/// The same for the first time: fonts and ground as well.
#[divan::bench]
fn first_picture(bencher: Bencher) {
    let battle = w1::opening();
    bencher.bench_local(|| MapRenderer::new().png(&Picture::new(black_box(&battle), &[])));
}

#[divan::bench]
fn model(bencher: Bencher) {
    let battle = w1::opening();
    bencher.bench_local(|| Picture::new(black_box(&battle), &[]));
}

#[divan::bench]
fn svg(bencher: Bencher) {
    let picture = Picture::new(&w1::opening(), &[]);
    bencher.bench_local(|| MapRenderer::svg(black_box(&picture)));
}

#[divan::bench]
fn words(bencher: Bencher) {
    let picture = Picture::new(&w1::opening(), &[]);
    bencher.bench_local(|| (text_map(black_box(&picture)), positions(&picture), alt_text(&picture)));
}
