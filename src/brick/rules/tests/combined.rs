//! BC-3, BC-14, BC-15, BS-11: shots together, and shots that miss.

use expect_test::expect;

use super::{DUEL, shots};
use crate::brick::battle::scene::{profile, scene, scene_with, weapon};
use crate::brick::battle::{Amount, Setup, TeamId};
use crate::brick::rules::story::{after, check, check_with, plain};
use crate::brick::rules::{Brick, Track};

const THREE: &str = "a Ann red: fig bow; b Bob red: fig bow; c Cat red: fig bow; d Dan blue: fig";

fn armored(armor: i8) -> impl Fn(&mut Setup) {
    move |setup| {
        let mut tough = profile(setup, "fig").clone();
        (tough.key, tough.armor) = ("tough".to_owned(), Amount::fixed(armor));
        let dan = setup.units.iter().position(|it| it.name == "Dan").expect("Dan");
        setup.profiles.push(tough);
        setup.units[dan].profile = crate::brick::battle::ProfileId(setup.profiles.len() as u16 - 1);
    }
}

fn tracked() -> Brick {
    Brick { track: Track::On, ..plain() }
}

#[test]
fn bc3_1_the_hits_of_a_combined_attack_are_one_sum() {
    let battle = scene_with(".a .b .c . . .d", THREE, armored(8));
    let orders = "shoot Ann at Dan combine A; shoot Bob at Dan combine A; shoot Cat at Dan combine A";
    check(
        &battle,
        orders,
        "attack 3 3 3, damage 2 3 4",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Bob declares Shoot at Dan
        Cat declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Bob Shoot Dan with bow: 3 of 3 hits
        Cat Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 2=2
        Bob damage with bow: 3=3
        Cat damage with bow: 4=4
        Dan: 9 against 8, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc3_2_a_second_volley_starts_at_nothing() {
    let battle = scene_with(".a .b .c . . .d", THREE, armored(8));
    check(
        &battle,
        "shoot Ann at Dan; shoot Bob at Dan",
        "attack 3, damage 6, attack 3, damage 6",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 6=6
        Dan: 6 against 8, holds
        Bob declares Shoot at Dan
        Bob Shoot Dan with bow: 3 of 3 hits
        Bob damage with bow: 6=6
        Dan: 6 against 8, holds"#]],
    );
}

#[test]
fn bc3_3_allies_join_each_others_attacks_and_act_at_the_last_ones_number() {
    let people = "a Ann red: fig bow; b Bob green: fig bow; c Cat red: fig bow; d Dan blue: fig";
    let battle = scene_with(".a .b .c . . .d", people, |setup| {
        armored(8)(setup);
        setup.teams[0].allies.push(TeamId(1));
    });
    let orders = "shoot Ann at Dan combine A; shoot Cat at Dan; shoot Bob at Dan combine A";
    check(
        &battle,
        orders,
        "attack 3, damage 6, attack 3 3, damage 5 4",
        expect![[r#"
        Shooting:
          red's pass
        Cat declares Shoot at Dan
        Cat Shoot Dan with bow: 3 of 3 hits
        Cat damage with bow: 6=6
        Dan: 6 against 8, holds
          green's pass
        Ann declares Shoot at Dan
        Bob declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Bob Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 5=5
        Bob damage with bow: 4=4
        Dan: 9 against 8, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc3_4_a_miss_adds_nothing_and_what_it_hits_by_luck_counts_alone() {
    let battle = scene_with(
        ".a .b . . .d .e",
        "a Ann red: fig bow; b Bob red: fig bow; d Dan blue: fig; e Eve red: fig",
        armored(6),
    );
    let orders = "shoot Ann at Dan combine A; shoot Bob at Dan combine A";
    let orders = format!("misses Dan list Dan; {orders}");
    check_with(
        &tracked(),
        &battle,
        &orders,
        "attack 3 2, damage 5, damage 4",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Bob declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Bob Shoot Dan with bow: 2 of 3 misses
        Ann damage with bow: 5=5
        Dan: 5 against 6, holds
        Bob's miss by 1 goes to E1: Dan
        Bob damage with bow: 4=4
        Dan: 4 against 6, holds"#]],
    );
}

#[test]
fn bc3_5_each_shooter_has_its_own_modifiers() {
    let battle = scene(". .a . . . .d\n. .b . h . .", "a Ann red: fig bow; b Bob red: fig bow; d Dan blue: fig");
    let orders = "shoot Ann at Dan combine A; shoot Bob at Dan combine A";
    check(
        &battle,
        orders,
        "attack 3 5, damage 2 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Bob declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Bob Shoot Dan with bow: 5 -2 Cover of 3 hits
        Ann damage with bow: 2=2
        Bob damage with bow: 3=3
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc14_2_all_weapons_of_one_are_fired_at_one_target() {
    let battle = scene(".a . . .d", "a Ann red: fig pistol pistol; d Dan blue: fig");
    check(
        &battle,
        "shoot Ann at Dan with pistol and pistol",
        "attack 3 3, damage 2 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with pistol: 3 of 3 hits
        Ann Shoot Dan with pistol: 3 of 3 hits
        Ann damage with pistol: 2=2
        Ann damage with pistol: 3=3
        Dan: 5 against 4, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bc14_2_who_has_shot_has_had_its_target() {
    let battle = scene(".a . . .d .", "a Ann red: fig pistol; d Dan blue: fig");
    check(
        &battle,
        "shoot Ann at Dan; melee Ann ignore then shoot Dan",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with pistol: 2 of 3 misses
        Melee:
          red's pass
        Ann Shoot refused: OneTarget"#]],
    );
}

#[test]
fn bc14_5_cover_and_aim_cancel_out() {
    shots(
        ".a . . l .d",
        DUEL,
        "aim",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 -1 Cover +1 Aiming of 3 hits
        Ann damage with bow: 1=1
        Dan: 1 against 4, holds"#]],
    );
}

#[test]
fn bc15_1_a_miss_usually_goes_nowhere() {
    let battle = scene(".a . . .d .e", "a Ann red: fig bow; d Dan blue: fig; e Eve red: fig");
    check(
        &battle,
        "shoot Ann at Dan",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses"#]],
    );
}

#[test]
fn bc15_2_somebody_may_insist_on_tracking_it() {
    let battle = scene(".a . . .d .e", "a Ann red: fig bow; d Dan blue: fig; e Eve red: fig");
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan",
        "attack 2, damage 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses
        Ann's miss by 1 goes to E1: Eve
        Ann damage with bow: 3=3
        Eve: 3 against 4, holds"#]],
    );
    let auto = Brick { track: Track::Auto, ..plain() };
    let alone = scene(".a . . .d .", DUEL);
    check_with(
        &auto,
        &alone,
        "shoot Ann at Dan",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses"#]],
    );
    check_with(
        &auto,
        &battle,
        "shoot Ann at Dan",
        "attack 2, damage 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses
        Ann's miss by 1 goes to E1: Eve
        Ann damage with bow: 3=3
        Eve: 3 against 4, holds"#]],
    );
}

#[test]
fn bc15_3_a_miss_lands_as_near_as_it_missed_by() {
    let battle = scene_with(".a . . .d . .e", "a Ann red: fig bow; d Dan blue: fig; e Eve red: fig", |setup| {
        weapon(setup, "bow").ranged.as_mut().expect("a bow").needs = 5;
    });
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan",
        "attack 3, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 5 misses
        Ann's miss by 2 goes to F1: Eve
        Ann damage with bow: 1=1
        Eve: 1 against 4, holds"#]],
    );
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan",
        "attack 4",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 4 of 5 misses
        Ann's miss by 1 goes to D1: nobody"#]],
    );
}

#[test]
fn bc15_4_the_target_chooses_or_else_the_first_enemy() {
    let battle = scene(".a . . .d .e", "a Ann red: fig bow; d Dan none: barrel; e Eve red: fig");
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan",
        "attack 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 1 +1 Stationary of 3! misses
        Morale:
        ended: Victory"#]],
    );
    let watched = scene(".a . . .d .e .f", "a Ann red: fig bow; d Dan none: barrel; e Eve red: fig; f Flo blue: fig");
    check_with(
        &tracked(),
        &watched,
        "shoot Ann at Dan",
        "attack 1, damage 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 1 +1 Stationary of 3! misses
        Ann's miss by 1 goes to E1: Eve
        Ann damage with bow: 2=2
        Eve: 2 against 4, holds"#]],
    );
}

#[test]
fn bc15_5_a_miss_goes_only_where_the_shot_could_have_gone() {
    let battle = scene(".a . . .d # .e", "a Ann red: fig bow; d Dan blue: fig; e Eve red: fig");
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan at-part 1x1",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 -2 SmallArea of 3 misses
        Ann's miss by 3 goes to D1: nobody"#]],
    );
}

#[test]
fn bc15_6_only_the_choosers_side_and_the_shooters_can_be_hit() {
    let battle = scene(".a . . .d .e", "a Ann red: fig bow; d Dan blue: fig; e Eve green: fig");
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses
        Ann's miss by 1 goes to D1: nobody"#]],
    );
}

#[test]
fn bc15_7_a_stray_does_the_weapons_damage_at_its_real_distance() {
    let battle = scene(".a . . . . . .d . .f", "a Ann red: fig bow; d Dan blue: fig; f Flo red: fig");
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan",
        "attack 1, damage 6",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 1 of 3! misses
        Ann's miss by 2 goes to I1: Flo
        Ann damage with bow: 6 less 2=4
        Flo: 4 against 4, holds"#]],
    );
}

const VIKING: &str = "v Viking red: fig axe; n Ninja blue: fig; p Pirate red: fig";

#[test]
fn bc15_8_the_viking_the_ninja_and_the_pirate() {
    let battle = scene(".v . . .n .p", VIKING);
    check_with(
        &tracked(),
        &battle,
        "shoot Viking at Ninja",
        "attack 1, damage 4",
        expect![[r#"
        Shooting:
          red's pass
        Viking declares Shoot at Ninja
        Viking Shoot Ninja with axe: 1 of 2! misses
        Viking's miss by 1 goes to E1: Pirate
        Viking damage with axe: 4 less 1=3
        Pirate: 3 against 4, holds
        Viking's axe Thrown to E1"#]],
    );
    check_with(
        &tracked(),
        &battle,
        "shoot Viking at Ninja",
        "attack 1, damage 6",
        expect![[r#"
        Shooting:
          red's pass
        Viking declares Shoot at Ninja
        Viking Shoot Ninja with axe: 1 of 2! misses
        Viking's miss by 1 goes to E1: Pirate
        Viking damage with axe: 6 less 1=5
        Pirate: 5 against 4, -1 HP
        Pirate killed
        Viking's axe Thrown to E1"#]],
    );
    let crits = Brick { damage_crits: true, ..tracked() };
    check_with(
        &crits,
        &battle,
        "shoot Viking at Ninja",
        "attack 1, damage 6, bonus 2",
        expect![[r#"
        Shooting:
          red's pass
        Viking declares Shoot at Ninja
        Viking Shoot Ninja with axe: 1 of 2! misses
        Viking's miss by 1 goes to E1: Pirate
        Viking damage with axe: 6(2) less 1=6
        Pirate: 6 against 4, -1 HP
        Pirate killed
        Viking's axe Thrown to E1"#]],
    );
}

#[test]
fn bt8_any_miss_misses_by_one_at_least() {
    let people = "a Ann red: fig bow; d Dan none: barrel; e Eve red: fig; f Flo blue: fig";
    let battle = scene(".a . . .d .e .f", people);
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan aim",
        "attack 1, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 1 +1 Stationary +1 Aiming of 3! misses
        Ann's miss by 1 goes to E1: Eve
        Ann damage with bow: 1=1
        Eve: 1 against 4, holds"#]],
    );
}

#[test]
fn bt9_owner_means_side() {
    let allies = scene_with(".a . . .d .e", "a Ann red: fig bow; d Dan blue: fig; e Eve green: fig", |setup| {
        setup.teams[0].allies.push(TeamId(2));
    });
    check_with(
        &tracked(),
        &allies,
        "shoot Ann at Dan",
        "attack 2, damage 1",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses
        Ann's miss by 1 goes to E1: Eve
        Ann damage with bow: 1=1
        Eve: 1 against 4, holds"#]],
    );
}

#[test]
fn bt10_a_tracked_miss_rolls_no_skill() {
    let battle = scene(".v . . .n .p", VIKING);
    check_with(
        &tracked(),
        &battle,
        "shoot Viking at Ninja",
        "attack 1, damage 5",
        expect![[r#"
        Shooting:
          red's pass
        Viking declares Shoot at Ninja
        Viking Shoot Ninja with axe: 1 of 2! misses
        Viking's miss by 1 goes to E1: Pirate
        Viking damage with axe: 5 less 1=4
        Pirate: 4 against 4, holds
        Viking's axe Thrown to E1"#]],
    );
}

#[test]
fn bx33_what_is_thrown_lies_where_it_fell() {
    let battle = scene(".v . . .n .p", VIKING);
    let end = after(&battle, "shoot Viking at Ninja", "attack 2, damage 1");
    assert_eq!(end.held(crate::field::UnitId(0)).count(), 0);
    check(
        &end,
        "shoot Viking at Ninja",
        "",
        expect![[r#"
        Shooting:
          red's pass
        Viking Shoot refused: NoWeapon"#]],
    );
}

#[test]
fn bx13_a_combined_attack_is_made_at_the_number_of_its_last_member() {
    let battle = scene_with(".a .b .c . . .d", THREE, armored(9));
    let orders = "shoot Ann at Dan combine A; shoot Cat at Dan; shoot Bob at Dan combine A";
    check(
        &battle,
        orders,
        "attack 3, damage 6, attack 4 5, damage 4 6",
        expect![[r#"
        Shooting:
          red's pass
        Cat declares Shoot at Dan
        Cat Shoot Dan with bow: 3 of 3 hits
        Cat damage with bow: 6=6
        Dan: 6 against 9, holds
        Ann declares Shoot at Dan
        Bob declares Shoot at Dan
        Ann Shoot Dan with bow: 4 of 3 hits
        Bob Shoot Dan with bow: 5 of 3 hits
        Ann damage with bow: 4=4
        Bob damage with bow: 6=6
        Dan: 10 against 9, -1 HP
        Dan killed
        Morale:
        ended: Victory"#]],
    );
}

#[test]
fn bx56_the_worst_is_never_somebody_of_ones_own() {
    let battle = scene(".a . . .d .e", "a Ann red: fig bow; d Dan blue: fig; e Eve blue: fig");
    check_with(
        &tracked(),
        &battle,
        "shoot Ann at Dan",
        "attack 2",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 2 of 3 misses
        Ann's miss by 1 goes to D1: nobody"#]],
    );
}

#[test]
fn bt11_shots_without_a_common_tag_do_not_add_up() {
    let battle = scene(".a .b . . . .d", "a Ann red: fig bow; b Bob red: fig bow; d Dan blue: fig");
    check(
        &battle,
        "shoot Ann at Dan; shoot Bob at Dan",
        "attack 3, damage 3, attack 3, damage 3",
        expect![[r#"
        Shooting:
          red's pass
        Ann declares Shoot at Dan
        Ann Shoot Dan with bow: 3 of 3 hits
        Ann damage with bow: 3=3
        Dan: 3 against 4, holds
        Bob declares Shoot at Dan
        Bob Shoot Dan with bow: 3 of 3 hits
        Bob damage with bow: 3=3
        Dan: 3 against 4, holds"#]],
    );
}
