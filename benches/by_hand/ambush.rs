//! The ambush of the Stargrunt digest, played by those who take what is worth most: the rules that this can come to, with the
//! forces, the cover and the distances of the scenario put in.

use sandtable::eval::dice::Dice;

/// Is told what is rolled and chosen.
pub(crate) trait Witness {
    /// A die of so many faces, and the face.
    fn rolled(&mut self, _faces: u32, _shown: u32) {}
    /// A choice by its title, and the answer: a squad or an element by its place, or a line of a choice.
    fn chosen(&mut self, _title: &'static str, _answer: usize) {}
}

/// Is told, and forgets.
pub(crate) struct Nobody;

impl Witness for Nobody {}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ended {
    /// The side that has won.
    pub(crate) winner: Option<usize>,
    /// Persons of the other side that each has put out of action.
    pub(crate) kills: [u32; 2],
    /// Turns that were played.
    pub(crate) turns: u32,
}

const PLATOON: usize = 0;
const MILITIA: usize = 1;

#[derive(Clone, Copy)]
struct Gun {
    firepower: u32,
    impact: u32,
    crew: u32,
    is_support: bool,
    is_heavy: bool,
    is_indirect: bool,
    has_fired: bool,
    joins: bool,
}

const fn gun(firepower: u32, impact: u32, crew: u32, kinds: [bool; 3]) -> Option<Gun> {
    Some(Gun {
        firepower,
        impact,
        crew,
        is_support: kinds[0],
        is_heavy: kinds[1],
        is_indirect: kinds[2],
        has_fired: false,
        joins: false,
    })
}

const SQUAD_AUTOMATIC: Option<Gun> = gun(8, 10, 1, [true, false, false]);
const PLASMA_GUN: Option<Gun> = gun(8, 12, 2, [true, true, false]);
const MORTAR: Option<Gun> = gun(6, 8, 2, [false, true, true]);
const SNIPER_RIFLE: Option<Gun> = gun(10, 10, 1, [true, false, false]);

#[derive(Clone, Copy)]
struct Team {
    squad: usize,
    figures: u32,
    armour: u32,
    small_arms: u32,
    /// The die of its observation gear.
    gear: u32,
    packs: u32,
    is_leader: bool,
    flies_drones: bool,
    gun: Option<Gun>,
    is_lost: bool,
    lost: u32,
    have_fired: u32,
    rifles_fired: u32,
    shoots: u32,
}

const TEAM: Team = Team {
    squad: 0,
    figures: 3,
    armour: 6,
    small_arms: 12,
    gear: 4,
    packs: 0,
    is_leader: false,
    flies_drones: false,
    gun: None,
    is_lost: false,
    lost: 0,
    have_fired: 0,
    rifles_fired: 0,
    shoots: 0,
};

impl Team {
    fn able(&self) -> u32 {
        self.figures - self.lost
    }

    fn may_fire(&self) -> u32 {
        self.able().saturating_sub(self.have_fired)
    }

    fn riflemen(&self) -> u32 {
        let unfired = self.small_arms.saturating_sub(self.rifles_fired);
        self.may_fire().min(unfired)
    }

    fn can_support(&self) -> bool {
        let may = self.may_fire();
        let gun = self.gun.as_ref();
        gun.is_some_and(|gun| gun.is_support && !gun.has_fired && !gun.joins && may >= gun.crew)
    }

    fn can_fire_alone(&self) -> bool {
        let may = self.may_fire();
        self.gun
            .is_some_and(|gun| !gun.has_fired && may >= gun.crew)
    }
}

#[derive(Clone, Copy)]
struct Squad {
    side: usize,
    quality: u32,
    leadership: u32,
    /// Steps of the range die: 1 for soft cover, 2 for hard.
    cover: u32,
    superior: Option<usize>,
    is_destroyed: bool,
    has_activated: bool,
    actions: u32,
    suppression: u32,
    is_in_position: bool,
    is_hidden: bool,
    has_drone: bool,
    casualties: u32,
}

const SQUAD: Squad = Squad {
    side: PLATOON,
    quality: 8,
    leadership: 2,
    cover: 1,
    superior: None,
    is_destroyed: false,
    has_activated: false,
    actions: 0,
    suppression: 0,
    is_in_position: false,
    is_hidden: false,
    has_drone: false,
    casualties: 0,
};

/// Everybody is so many inches away.
const RANGE: u32 = 14;
const LAST_TURN: u32 = 4;
/// Of the sniper.
const SHADOW: usize = 6;

const SQUADS: [Squad; 7] = [
    Squad {
        quality: 10,
        leadership: 1,
        ..SQUAD
    },
    Squad {
        cover: 0,
        superior: Some(0),
        ..SQUAD
    },
    Squad {
        superior: Some(0),
        ..SQUAD
    },
    Squad {
        side: MILITIA,
        quality: 10,
        leadership: 1,
        cover: 2,
        ..SQUAD
    },
    Squad {
        side: MILITIA,
        quality: 6,
        leadership: 3,
        superior: Some(3),
        ..SQUAD
    },
    Squad {
        side: MILITIA,
        quality: 6,
        leadership: 3,
        superior: Some(3),
        ..SQUAD
    },
    Squad {
        side: MILITIA,
        quality: 12,
        cover: 2,
        superior: Some(3),
        is_hidden: true,
        ..SQUAD
    },
];

const COMMAND: Team = Team {
    gear: 6,
    is_leader: true,
    ..TEAM
};
const LEADERS: Team = Team {
    figures: 4,
    is_leader: true,
    ..TEAM
};
const MILITIAMEN: Team = Team {
    figures: 5,
    armour: 4,
    ..TEAM
};

const TEAMS: [Team; 12] = [
    COMMAND,
    Team {
        figures: 2,
        gear: 10,
        flies_drones: true,
        ..TEAM
    },
    Team {
        squad: 1,
        ..LEADERS
    },
    Team {
        squad: 1,
        figures: 4,
        gun: SQUAD_AUTOMATIC,
        ..TEAM
    },
    Team {
        squad: 2,
        ..LEADERS
    },
    Team {
        squad: 2,
        packs: 1,
        gun: PLASMA_GUN,
        ..TEAM
    },
    Team {
        squad: 3,
        ..COMMAND
    },
    Team {
        squad: 4,
        is_leader: true,
        ..MILITIAMEN
    },
    Team {
        squad: 4,
        ..MILITIAMEN
    },
    Team {
        squad: 5,
        is_leader: true,
        ..MILITIAMEN
    },
    Team {
        squad: 5,
        packs: 2,
        gun: MORTAR,
        ..TEAM
    },
    Team {
        squad: SHADOW,
        figures: 1,
        armour: 4,
        small_arms: 0,
        gear: 8,
        is_leader: true,
        gun: SNIPER_RIFLE,
        ..TEAM
    },
];

/// Lines of the choice of an action, by their places, with what each is worth.
mod line {
    pub(super) const STEADY_UP: (usize, i32) = (0, 9);
    pub(super) const SMALL_ARMS: usize = 1;
    pub(super) const HEAVY: usize = 2;
    pub(super) const OBSERVE: (usize, i32) = (5, 4);
    pub(super) const LAUNCH: (usize, i32) = (7, 1);
    pub(super) const SCAN: (usize, i32) = (8, 5);
    pub(super) const HAND_OVER: (usize, i32) = (10, 5);
    pub(super) const FLY: (usize, i32) = (16, 2);
    pub(super) const IN_POSITION: (usize, i32) = (17, 1);
    pub(super) const LEAVE_CASUALTIES: (usize, i32) = (24, 1);
    pub(super) const NOTHING: (usize, i32) = (25, 0);
}

struct Table<'d, W> {
    dice: &'d mut Dice,
    witness: &'d mut W,
    squads: [Squad; 7],
    teams: [Team; 12],
    kills: [u32; 2],
    /// Dice of the last fire that beat the range die.
    beaten: u32,
}

/// Plays a game to its end.
pub(crate) fn play(dice: &mut Dice, witness: &mut impl Witness) -> Ended {
    let mut table = Table {
        dice,
        witness,
        squads: SQUADS,
        teams: TEAMS,
        kills: [0; 2],
        beaten: 0,
    };
    let mut turns = 0;
    while !table.is_decided() && turns < LAST_TURN {
        turns += 1;
        table.turn();
    }
    let fights = [PLATOON, MILITIA].map(|side| table.fights(side));
    let [ours, theirs] = table.kills;
    let winner = match fights {
        [true, false] => Some(PLATOON),
        [false, true] => Some(MILITIA),
        [false, false] => None,
        [true, true] if ours == theirs => None,
        [true, true] => Some(if ours > theirs { PLATOON } else { MILITIA }),
    };
    Ended {
        winner,
        kills: table.kills,
        turns,
    }
}

/// The first of those that are worth most.
fn best(options: impl Iterator<Item = (usize, i32)>) -> Option<usize> {
    let mut best: Option<(usize, i32)> = None;
    for (option, worth) in options {
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((option, worth));
        }
    }
    best.map(|(option, _)| option)
}

impl<W: Witness> Table<'_, W> {
    fn roll(&mut self, faces: u32) -> u32 {
        let shown = self.dice.face(faces) + 1;
        self.witness.rolled(faces, shown);
        shown
    }

    fn teams_of(&self, squad: usize) -> impl Iterator<Item = (usize, &Team)> {
        let teams = self.teams.iter().enumerate();
        teams.filter(move |(_, team)| team.squad == squad && !team.is_lost)
    }

    fn fights(&self, side: usize) -> bool {
        let mut teams = self.teams.iter();
        teams.any(|team| !team.is_lost && self.squads[team.squad].side == side)
    }

    fn is_decided(&self) -> bool {
        !(self.fights(PLATOON) && self.fights(MILITIA))
    }

    fn turn(&mut self) {
        loop {
            let mut has_moved = false;
            for side in [PLATOON, MILITIA] {
                let waiting = self.squads.iter().enumerate().filter(|(_, squad)| {
                    squad.side == side && !squad.is_destroyed && !squad.has_activated
                });
                let worth = waiting.map(|(at, squad)| (at, 4 - squad.leadership as i32));
                let Some(unit) = best(worth) else {
                    continue;
                };
                has_moved = true;
                self.witness.chosen("which unit", unit);
                self.squads[unit].has_activated = true;
                self.activation(unit);
            }
            if !has_moved {
                break;
            }
        }
        for squad in &mut self.squads {
            squad.has_activated = false;
        }
    }

    fn activation(&mut self, unit: usize) {
        self.squads[unit].actions = 2;
        for team in self
            .teams
            .iter_mut()
            .filter(|team| team.squad == unit && !team.is_lost)
        {
            team.have_fired = 0;
            team.rifles_fired = 0;
            if let Some(gun) = &mut team.gun {
                gun.has_fired = false;
            }
        }
        for _ in 0..6 {
            if self.squads[unit].actions == 0 || self.squads[unit].is_destroyed {
                break;
            }
            self.action(unit);
        }
        self.squads[unit].actions = 0;
    }

    /// What is worth most; lines that are worth less than nothing are left out.
    fn action(&mut self, unit: usize) {
        let squad = self.squads[unit];
        let sees_anybody = self.targets(unit).next().is_some();
        let is_free = squad.suppression == 0;
        let (mut best, mut most) = line::NOTHING;
        // From the last line to the first, so that the first of several has it.
        let mut offer = |is_possible: bool, (line, worth): (usize, i32)| {
            if is_possible && worth >= most {
                (best, most) = (line, worth);
            }
        };
        let hides = squad.side == PLATOON
            && self.squads[SHADOW].is_hidden
            && !self.squads[SHADOW].is_destroyed;
        let has_junior = self.juniors(unit).next().is_some();
        let cannot_carry = squad.casualties > 0 && !self.can_carry(unit);
        offer(cannot_carry, line::LEAVE_CASUALTIES);
        offer(!squad.is_in_position, line::IN_POSITION);
        offer(squad.has_drone, line::FLY);
        offer(has_junior, line::HAND_OVER);
        offer(squad.has_drone && hides, line::SCAN);
        let has_pilots = self.teams_of(unit).any(|(_, team)| team.flies_drones);
        offer(has_pilots && !squad.has_drone, line::LAUNCH);
        offer(hides, line::OBSERVE);
        let has_gun = self.teams_of(unit).any(|(_, team)| team.can_fire_alone());
        let has_heavy = || {
            let is_heavy = |team: &Team| team.gun.is_some_and(|gun| gun.is_heavy);
            self.teams_of(unit)
                .any(|(_, team)| is_heavy(team) && team.can_fire_alone())
        };
        if sees_anybody && is_free && has_gun {
            offer(true, (line::HEAVY, if has_heavy() { 7 } else { 5 }));
        }
        if sees_anybody && is_free && self.has_fire(unit) {
            let has_shot = self
                .targets(unit)
                .any(|target| self.steps(unit, target, squad.quality) <= 3);
            offer(true, (line::SMALL_ARMS, if has_shot { 6 } else { 0 }));
        }
        offer(squad.suppression > 0, line::STEADY_UP);
        self.witness.chosen("what it does", best);
        match best {
            0 => self.steady_up(unit),
            line::SMALL_ARMS => self.fire_small_arms(unit),
            line::HEAVY => self.fire_alone(unit),
            5 => {
                self.witness.chosen("what it watches", SHADOW);
                self.begin(unit);
                let teams = self.teams_of(unit);
                let gear = teams.map(|(_, team)| team.gear).max().unwrap_or(4);
                self.look(squad.quality, gear);
            }
            7 => {
                self.squads[unit].actions -= 1;
                self.squads[unit].has_drone = true;
            }
            8 => {
                self.squads[unit].actions -= 1;
                self.look(squad.quality, 8);
            }
            10 => self.hand_over(unit),
            16 => self.squads[unit].actions -= 1,
            17 => {
                self.begin(unit);
                let threat = if squad.cover == 0 { 2 } else { 0 };
                if self.roll(squad.quality) > squad.leadership + threat {
                    self.squads[unit].is_in_position = true;
                }
            }
            24 => self.squads[unit].casualties = 0,
            _ => self.squads[unit].actions = 0,
        }
    }

    /// Spends an action on anything but the drone, which is lost by it.
    fn begin(&mut self, unit: usize) {
        self.squads[unit].actions -= 1;
        self.squads[unit].has_drone = false;
    }

    fn steady_up(&mut self, unit: usize) {
        self.begin(unit);
        let squad = self.squads[unit];
        if self.roll(squad.quality) > squad.leadership {
            self.squads[unit].suppression -= 1;
        }
    }

    fn juniors(&self, unit: usize) -> impl Iterator<Item = usize> {
        let squads = self.squads.iter().enumerate();
        let juniors =
            squads.filter(move |(_, squad)| squad.superior == Some(unit) && !squad.is_destroyed);
        juniors.map(|(at, _)| at)
    }

    fn hand_over(&mut self, unit: usize) {
        let worth = self
            .juniors(unit)
            .map(|at| (at, -(self.squads[at].leadership as i32)));
        let Some(junior) = best(worth) else {
            return;
        };
        self.witness.chosen("to whom", junior);
        self.begin(unit);
        let worse = self.squads[unit]
            .leadership
            .max(self.squads[junior].leadership);
        if self.roll(self.squads[unit].quality) > worse {
            self.activation(junior);
        }
    }

    /// At the sniper, who is found by both dice only.
    fn look(&mut self, quality: u32, gear: u32) {
        let shadow = self.squads[SHADOW];
        let against = self.roll(die(shadow.cover
            + RANGE / 12
            + u32::from(shadow.is_in_position)));
        let (by_quality, by_gear) = (self.roll(quality), self.roll(gear));
        if by_quality > against && by_gear > against {
            self.squads[SHADOW].is_hidden = false;
        }
    }

    fn can_carry(&self, unit: usize) -> bool {
        let packs: u32 = self.teams_of(unit).map(|(_, team)| team.packs).sum();
        let able: u32 = self.teams_of(unit).map(|(_, team)| team.able()).sum();
        self.squads[unit].casualties + packs <= able
    }

    /// Enemies in sight.
    fn targets(&self, unit: usize) -> impl Iterator<Item = usize> {
        let side = self.squads[unit].side;
        let squads = self.squads.iter().enumerate();
        let seen = squads.filter(move |(_, squad)| {
            squad.side != side && !squad.is_destroyed && !squad.is_hidden
        });
        seen.map(|(at, _)| at)
    }

    fn has_fire(&self, unit: usize) -> bool {
        let mut teams = self.teams_of(unit);
        teams.any(|(_, team)| team.riflemen() > 0 || team.can_support())
    }

    /// Steps of the range die for what the target has.
    fn shifts(&self, target: usize) -> u32 {
        let squad = &self.squads[target];
        let left: u32 = self.teams_of(target).map(|(_, team)| team.able()).sum();
        squad.cover + u32::from(squad.is_in_position) + u32::from(left == 1)
    }

    /// Steps of the range die, by bands of so many inches.
    fn steps(&self, _unit: usize, target: usize, band: u32) -> u32 {
        RANGE / band + self.shifts(target)
    }

    /// The target that is hit most easily.
    fn target(&mut self, unit: usize, band: u32) -> Option<usize> {
        let steps = self
            .targets(unit)
            .map(|at| (at, -(self.steps(unit, at, band) as i32)));
        let target = best(steps)?;
        self.witness.chosen("at whom", target);
        Some(target)
    }

    fn fire_small_arms(&mut self, unit: usize) {
        let quality = self.squads[unit].quality;
        let Some(target) = self.target(unit, quality) else {
            return;
        };
        self.begin(unit);
        self.squads[unit].is_hidden = false;
        let mut impact = 0;
        let mut persons = 0;
        for team in self
            .teams
            .iter_mut()
            .filter(|team| team.squad == unit && !team.is_lost)
        {
            if let Some(gun) = &mut team.gun {
                gun.joins = false;
            }
            let joins = team.can_support();
            if let Some(gun) = team.gun.as_mut().filter(|_| joins) {
                (gun.joins, gun.has_fired) = (true, true);
                team.have_fired += gun.crew;
                impact = impact.max(gun.impact);
                self.witness.chosen("support weapon joins", 0);
            }
            team.shoots = team.riflemen();
            team.have_fired += team.shoots;
            team.rifles_fired += team.shoots;
            if team.shoots > 0 {
                persons += team.shoots;
                impact = impact.max(8);
                self.witness.chosen("small arms join", 0);
            }
        }
        let steps = self.steps(unit, target, quality);
        if steps >= 5 {
            return;
        }
        let defence = self.roll(die(steps));
        self.beaten = u32::from(self.roll(quality) > defence);
        if persons > 0 {
            let firepower = die((persons - 1) / 2);
            self.beaten += u32::from(self.roll(firepower) > defence);
        }
        for at in 0..self.teams.len() {
            let team = &self.teams[at];
            if let Some(gun) = team.gun.filter(|gun| gun.joins)
                && team.squad == unit
                && !team.is_lost
            {
                self.beaten += u32::from(self.roll(gun.firepower) > defence);
            }
        }
        self.effect(target, impact.max(4), false, false);
    }

    fn fire_alone(&mut self, unit: usize) {
        let Some(target) = self.target(unit, 12) else {
            return;
        };
        let fires = |(_, team): &(usize, &Team)| team.can_fire_alone();
        let found = self.teams_of(unit).find(fires).map(|(at, _)| at);
        let Some(at) = found else {
            return;
        };
        self.witness.chosen("who fires", at);
        let Some(gun) = self.teams[at].gun else {
            return;
        };
        self.begin(unit);
        if let Some(gun) = &mut self.teams[at].gun {
            gun.has_fired = true;
        }
        self.teams[at].have_fired += gun.crew;
        let quality = self.squads[unit].quality;
        let band = if gun.is_heavy { 12 } else { quality };
        let is_in_position = self.squads[target].is_in_position;
        let steps = self.steps(unit, target, band);
        let counted = steps - u32::from(gun.is_indirect && is_in_position);
        let defence = self.roll(die(counted.min(4)));
        self.beaten = u32::from(self.roll(quality) > defence);
        self.beaten += u32::from(self.roll(gun.firepower) > defence);
        let spares = is_in_position && !gun.is_indirect && steps >= 5;
        self.effect(target, gun.impact, spares, gun.is_indirect);
    }

    fn effect(&mut self, target: usize, impact: u32, spares: bool, is_blast: bool) {
        if self.beaten == 0 {
            return;
        }
        let squad = &mut self.squads[target];
        squad.suppression = (squad.suppression + 1).min(9);
        if spares {
            return;
        }
        for _ in 1..self.beaten {
            self.hit(target, impact, is_blast);
        }
    }

    fn hit(&mut self, target: usize, impact: u32, is_blast: bool) {
        let leader = self.teams_of(target).find(|(_, team)| team.is_leader);
        let leader = leader
            .or_else(|| self.teams_of(target).next())
            .map(|(at, _)| at);
        let worth = |at: usize| if Some(at) == leader { 0 } else { 5 };
        let Some(victim) = best(self.teams_of(target).map(|(at, _)| (at, worth(at)))) else {
            return;
        };
        self.witness.chosen("who is hit", victim);
        let shift = if is_blast && self.squads[target].is_in_position {
            2
        } else {
            0
        };
        let armour = self.teams[victim].armour + shift;
        if self.roll(impact) <= self.roll(armour) {
            return;
        }
        self.kills[1 - self.squads[target].side] += 1;
        self.squads[target].casualties = (self.squads[target].casualties + 1).min(30);
        let team = &mut self.teams[victim];
        team.lost += 1;
        if team.lost == team.figures {
            team.is_lost = true;
            let is_gone = self.teams_of(target).next().is_none();
            self.squads[target].is_destroyed = is_gone;
        }
    }
}

/// The faces of a die that is so many steps past the first, at most the last.
fn die(steps: u32) -> u32 {
    4 + 2 * steps.min(4)
}
