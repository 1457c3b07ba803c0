//! Statements: one row each. The order is that in which findings and completions list their first words.

use super::{Construct, Part, constructs, visit_part};
use crate::ast::walk::Visitor;
use crate::ast::{
    Among, Arm, Block, Change, Chooser, Expr, Name, Offered, Ordering, PileMove, RerolledDice,
    RollCondition, Rolled, Selection, Ties,
};
use sandtable_source::Spanned;

constructs! {
    /// The kind of a statement.
    StatementKind, STATEMENTS;

    /// Names a value for the lines below.
    Let ["need = unit.skill + 2"] {
        /// Value of the name.
        value: Expr,
        /// Name, new in this block.
        name: Name as bound,
    }

    /// Takes a unit out of play without destroying it.
    Remove ["remove squad"] in actions "`remove`" (unit: Expr)

    /// Rolls dice; the lines below read the total by its name.
    Roll ["roll 2d6 + unit.skill", "roll d6 as attack, d6 as defence"] (rolls: Vec<Rolled>)

    /// Ends a roll with an outcome if a condition is met, or if none above was.
    Outcome ["hit when cube is red", "miss otherwise"] {
        /// One of the roll's outcomes.
        word: Name,
        /// Condition; `None` for `otherwise`.
        when: Option<Expr>,
    }

    /// Ends a roll with an outcome by the dice that were rolled last.
    OutcomeOn ["hit on 5+"] {
        /// One of the roll's outcomes.
        word: Name,
        /// Results of the dice.
        shown: RollCondition,
    }

    /// Stops an action before it begins, unless a condition is met.
    Needs ["needs line-of-sight(firer, target) \"a line of sight\""] in actions "`needs`" {
        /// Condition.
        condition: Expr,
        /// Reason in the players' words.
        why: Option<Spanned<String>>,
    }

    /// Ends a run with a finding, unless a condition is met: a check of the designer's own.
    Must ["must side.losses <= side.units \"no more losses than units\""] in actions "`must`" {
        /// Condition.
        condition: Expr,
        /// Requirement in the designer's words.
        why: Option<Spanned<String>>,
    }

    /// Runs its block for each unit or place.
    Each ["each unit: squad where unit is pinned: rally(unit)", "each squad in order of squad.men, highest first"] {
        /// Units or places.
        selection: Selection as scoped,
        /// Order; `None` for that of the roster.
        ordering: Option<Ordering>,
        /// Block of the loop.
        body: Block,
    }

    /// Runs its block for each of the dice that it rolls.
    EachDie ["each die of 3d6"] {
        /// Dice, without anything that is done with them together.
        dice: Expr,
        /// Name of the number or face.
        name: Name as scoped,
        /// Block of the loop.
        body: Block,
    }

    /// Runs its block for one unit after another, round after round while a condition is met.
    Alternate ["alternate side while side.to-move > 0"] in actions "`alternate`" {
        /// Units.
        selection: Selection as scoped,
        /// Order; `None` for that of the roster.
        ordering: Option<Ordering>,
        /// Condition of a turn; the loop ends when no unit meets it.
        condition: Expr,
        /// Block of the loop.
        body: Block,
    }

    /// Sets a track of each unit to its place in an order.
    Rank ["rank side by side.points, highest first, ties d6, into side.place"] in actions "`rank`" {
        /// Units.
        selection: Selection as scoped,
        /// Value that is compared, and the direction.
        ordering: Ordering,
        /// Rule for equals; `None` if it is missing.
        ties: Option<Ties>,
        /// Track for the place.
        place: Expr,
    }

    /// Names a part of a sequence.
    Phase ["phase fire \"Fire\" [4]"] {
        /// Name.
        name: Name,
        /// Title for players.
        title: Option<Spanned<String>>,
        /// Block of the phase.
        body: Block,
    }

    /// Runs its block if a condition is met, else the block of `else`.
    If ["if target.hits > 2: destroy target", "else if target.hits > 1: rally(target)", "else: stop"] {
        /// Condition.
        condition: Expr,
        /// Block if it is met.
        then: Block,
        /// Block of `else`; an `else if` is a block of one `If`.
        otherwise: Option<Block>,
    }

    /// Runs its block a number of times.
    Repeat ["repeat 3 times"] {
        /// Number of rounds.
        times: Expr,
        /// Block of the loop.
        body: Block,
    }

    /// Runs its block until a condition is met.
    RepeatUntil ["repeat until unit is rallied, at most 8 times"] {
        /// Condition, checked before each round.
        until: Expr,
        /// Limit of the rounds; `None` without one.
        most: Option<Expr>,
        /// Block of the loop.
        body: Block,
    }

    /// Runs its block for each number from the first to the last, up or down.
    Count ["count shot from 1 to 8"] {
        /// First number.
        from: Expr,
        /// Last number.
        to: Expr,
        /// Name of the number.
        name: Name as scoped,
        /// Block of the loop.
        body: Block,
    }

    /// Runs the block of the line that lists a value.
    Depending ["depending on cube"] {
        /// Value.
        value: Expr,
        /// Lines with their blocks.
        arms: Vec<Spanned<Arm>>,
    }

    /// Raises, lowers or sets a track.
    Change ["add 1 to target.hits", "take 1 from target.hits", "set target.hits to 4"] in actions "statement that changes a track" {
        /// Direction.
        how: Change,
        /// Amount, or the new value.
        amount: Expr,
        /// Track of a unit.
        place: Expr,
    }

    /// Moves points from one track to another: as many as there are, and as fit.
    Move ["move 2 of crate.rounds to gun.rounds"] in actions "statement that changes a track" {
        /// Number of points.
        amount: Expr,
        /// Track that is lowered.
        from: Expr,
        /// Track that is raised.
        to: Expr,
    }

    /// Destroys a unit.
    Destroy ["destroy target"] in actions "`destroy`" (unit: Expr)

    /// Brings a further unit into play.
    Create ["create half like rifle-team for squad.side, at most 2", "create half like squad.lesser for squad.side, at most 2"] in actions "`create`" {
        /// Profile: a unit of the unit files, or the text of the value that says which.
        profile: Name,
        /// The value that says which unit it is like.
        like: Option<Expr>,
        /// Owner, if the game has sides.
        owner: Option<Expr>,
        /// Most units that a game can create here.
        most: Spanned<i32>,
        /// Name of the new unit, or of `none`.
        name: Name as bound,
    }

    /// Puts a further unit in the place of another, which leaves play.
    Replace ["replace squad by half like squad.lesser, at most 4"] in actions "`replace`" {
        /// Unit that leaves play.
        unit: Expr,
        /// Profile: a unit of the unit files, or the text of the value that says which.
        profile: Name,
        /// The value that says which unit it is like.
        like: Option<Expr>,
        /// Most units that a game can create here.
        most: Spanned<i32>,
        /// Name of the new unit, or of `none`.
        name: Name as bound,
    }

    /// Draws the top card of a deck.
    Draw ["draw card from orders for side", "draw card from orders of side"] in actions "statement that draws cards" {
        /// Deck.
        deck: Name,
        /// Side whose deck it is, if each has one.
        whose: Option<Expr>,
        /// Side whose hand it joins; `None` to put it into play.
        owner: Option<Expr>,
        /// Name of the card, or of `none`.
        name: Name as bound,
    }

    /// Shows a side the top cards of a deck.
    LookAt ["look at 3 of orders by side"] in actions "statement that looks at cards" {
        /// Number of cards.
        n_cards: Expr,
        /// Deck.
        deck: Name,
        /// Side whose deck it is, if each has one.
        whose: Option<Expr>,
        /// Side that sees them.
        by: Option<Expr>,
    }

    /// Moves a card to a hand or a pile.
    MoveCard ["give card to side", "discard card", "put card on top", "put card on bottom", "play card"] in actions "statement that moves cards" {
        /// Card.
        card: Expr,
        /// Its new place.
        to: PileMove,
    }

    /// Puts the cards of a deck into a new order.
    Shuffle ["shuffle orders", "reshuffle orders", "reshuffle orders of side"] in actions "statement that shuffles cards" {
        /// Deck.
        deck: Name,
        /// Side whose deck it is, if each has one.
        whose: Option<Expr>,
        /// `reshuffle`: with the discards.
        with_discards: bool,
    }

    /// Stops an action that already ran for a unit in this turn, phase or game.
    OnceEach ["once each turn for unit and target \"rallied already\""] in actions "`once each`" {
        /// Sequence, phase, or `game`.
        span: Name,
        /// Unit.
        unit: Expr,
        /// Second unit, for which it counts apart.
        index: Option<Expr>,
        /// Reason in the players' words.
        why: Option<Spanned<String>>,
    }

    /// Lets a side choose a unit, a place, a word or a number.
    Choose ["choose target: vehicle where target.hits > 0 by firer.side", "choose facing: front or rear by side", "choose n from 1 to unit.actions by side", "choose foe: squad where foe is pinned, if any by side"] {
        /// Side that decides.
        by: Option<Chooser>,
        /// Options; the name is that of the chosen one.
        among: Among as bound,
        /// `or none`: it may be declined.
        or_none: bool,
        /// `, if any`: nothing is chosen if there is no option.
        if_any: bool,
        /// Weight of an option that is drawn.
        weight: Option<Expr>,
        /// Worth of an option.
        worth: Option<Expr>,
        /// Decision in the players' words.
        title: Option<Spanned<String>>,
    }

    /// Lets a side choose several units, then runs its block for each of them.
    ChooseSeveral ["choose up to 3 squad where squad is pinned by side: rally(squad)", "choose any number of squad by side"] {
        /// Most that can be chosen; `None` for any number.
        most: Option<Expr>,
        /// Side that decides.
        by: Option<Chooser>,
        /// Options; the name is that of each in turn.
        selection: Selection as scoped,
        /// Weight of an option that is drawn.
        weight: Option<Expr>,
        /// Worth of an option.
        worth: Option<Expr>,
        /// Decision in the players' words.
        title: Option<Spanned<String>>,
        /// Block for each chosen one, run when all are chosen; it may be empty.
        body: Block,
    }

    /// Lets a side choose one of the lines below it.
    ChooseOne ["choose by unit.side \"what it does\""] {
        /// Side that decides.
        by: Option<Chooser>,
        /// Weight: reported by the check, since lines have none.
        weight: Option<Expr>,
        /// Decision in the players' words.
        title: Option<Spanned<String>>,
        /// Options, in written order.
        options: Vec<Spanned<Offered>>,
    }

    /// Lets a side run its block, or not.
    May ["may by unit.side \"dodge\" if unit.actions >= 1: dodge(unit)"] in actions "decision" {
        /// Side that decides.
        by: Option<Expr>,
        /// The one option.
        option: Offered,
    }

    /// Lets a side reroll dice of a roll above, by an action that says how often and at which price.
    MayReroll ["may reroll shown with team-reroll(player), worth 4 - shown", "may reroll one die of shown with command-reroll(unit), worth 4 - die", "may reroll any die of shown with command-reroll(unit), worth 4 - die"] in actions "decision" {
        /// Side that decides; `None` for that of the first unit that the action is about.
        by: Option<Expr>,
        /// Name of the roll; `None` for the last one above.
        roll: Option<Expr>,
        /// Call of the action.
        call: Expr,
        /// Condition under which it is offered.
        condition: Option<Expr>,
        /// Dice that are rolled again; the name is that of each of them.
        dice: RerolledDice as scoped,
        /// Worth of the reroll, or of that of a die.
        worth: Option<Expr>,
    }

    /// Lets reactions interrupt the action.
    Open ["open strike-declared(firer, target)", "open strike-declared(firer, target), if cancelled result 0"] in actions "`open`" {
        /// Window.
        window: Name,
        /// Arguments, in written order.
        arguments: Vec<Expr>,
        /// Result of the action if a reaction cancels it.
        cancelled: Option<Expr>,
    }

    /// Ends the action that a reaction interrupts.
    Cancel ["cancel"]

    /// Says when a reaction is offered, and to which side.
    At ["at strike-declared by target.side", "must at strike-declared"] {
        /// `must`: it is not optional.
        must: bool,
        /// Window.
        window: Name,
        /// Side that decides.
        by: Option<Expr>,
    }

    /// Worth of a reaction, for players that are simulated.
    Worth ["worth 2"] (worth: Expr)

    /// Runs its block on a frozen state, then makes all changes together.
    Simultaneous ["at the same time"] in actions "`at the same time`" {
        /// Block.
        body: Block,
    }

    /// Ends the action.
    Stop ["stop"] in actions "`stop`"

    /// Does nothing.
    Nothing ["nothing"]

    /// Continues with the next round of the loop.
    Next ["next"]

    /// Leaves the loop.
    Done ["done"]

    /// Ends a rule with a value.
    Result ["result 2"] (value: Expr)

    /// Lists the values that a question shows beside its outcome.
    Report ["report target.hits, target is destroyed"] (values: Vec<Expr>)

    /// Runs its block by the dice that were rolled last.
    On ["on 1-3: take 1 from target.hits", "otherwise: stop"] {
        /// Results of the dice; `None` for all that no line above lists.
        shown: Option<RollCondition>,
        /// Block.
        body: Block,
    }

    /// Ends the game.
    EndGame ["end game won by unit.side", "end game won by france, austria", "end game won by each side where side.points >= 20"] in actions "`end game`" {
        /// Winners, in written order; `each …` is one value, the set of its sides.
        winners: Vec<Expr>,
    }

    /// Runs another rule for its effects.
    Call ["damage(target)"] (call: Expr)
}
