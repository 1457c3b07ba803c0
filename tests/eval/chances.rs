//! Fractions.

use num_bigint::BigUint;
use sandtable::eval::chance::Chance;

fn chance(numerator: u64, denominator: u64) -> Chance {
    Chance::from_parts(numerator, denominator).unwrap()
}

#[test]
fn fractions_are_reduced_and_shown_as_players_write_them() {
    assert_eq!(chance(10, 12).to_string(), "5/6");
    assert_eq!(chance(3, 3).to_string(), "1");
    assert_eq!(chance(0, 9).to_string(), "0");
    assert_eq!(chance(10, 12), chance(5, 6));
}

#[test]
fn what_is_no_chance_is_refused() {
    assert!(Chance::from_parts(1, 0).is_none());
    assert!(Chance::from_parts(4, 3).is_none());
}

#[test]
fn chances_add_up_and_compare() {
    assert_eq!(chance(1, 2).sum(&chance(1, 3)), chance(5, 6));
    assert!(chance(1, 3) < chance(1, 2));
    assert!(Chance::zero().is_zero());
}

#[test]
fn percent_of_small_and_large_numbers() {
    assert!((chance(5, 6).percent() - 83.333_333_333).abs() < 1e-6);
    let tiny = Chance::new(BigUint::from(1_u32), BigUint::from(10_u32).pow(400)).unwrap();
    assert_eq!(tiny.percent(), 0.0);
    let large = BigUint::from(10_u32).pow(400);
    let half = Chance::new(large.clone(), large * 2_u32).unwrap();
    assert_eq!(half.percent(), 50.0);
    assert_eq!(Chance::one().percent(), 100.0);
}
