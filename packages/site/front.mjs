// The front page, for people who design games.

import { escape } from "./page.mjs";

/**
 * `pictures` are the paths of those that the build has made; `books` name and title; `draft` is the HTML of a draft with its
 * finding; `single` the path of the studio as one file.
 */
export function frontPage({ pictures, books, draft, single, version }) {
  return `
<section class="first">
<h1>Write your wargame as text. Know what it does before you print it.</h1>
<p class="lead">Sandtable reads the rules of a tabletop wargame: tables as you draw them, modifiers as lists, one line a step. It finds the gaps, works
out the odds, and plays the game.</p>
<p><a class="button" href="studio/index.html" data-alone="${single}">Open the studio</a> It runs in your browser. Nothing is installed, and your rules stay
on your computer.</p>
</section>

<figure><img src="${pictures.studio}" alt="The studio: rules on the left, the odds of a shot on the right" width="1280" height="800"></figure>

<section><h2>Write it as you would draw it</h2>
<p>Tables look as they do in a rulebook. Here a range is missing, and the check says so while you write:</p>
${draft}
</section>

<section><h2>Change a number</h2>
<p>A Panther fires at a Sherman in a game for hexes. <span data-live>What if the range is 3, or the Sherman is in the open? Each field is
yours to change; <code>1..9</code> as the range makes a table.</span></p>
<div class="try" data-live>
<sandtable-odds ruleset="hex-command-mechanized" ask="to-hit" given="firer=panther target=sherman range=7 cover=1"></sandtable-odds>
</div>
<noscript><img src="${pictures.odds}" alt="The odds of a shot as bars"></noscript>
<img class="still" hidden src="${pictures.odds}" alt="The odds of a shot as bars">
<p>These odds are exact. They come from the game's own rules, with every modifier and reroll.</p>
</section>

<section class="three">
<div><h2>Find the gaps</h2><p>A modifier that can never apply, a roll that nothing uses, an example that comes out otherwise: the
check names the line and the cure. Each of the <a href="findings/index.html">findings</a> has a page.</p></div>
<div><h2>Play it a thousand times</h2><p>Who wins, and why? Which unit is worth its points? What is never used? Players that look ahead play your
scenarios, and a <a href="docs/games.html">report</a> says what happened.</p></div>
<div><h2>Print it</h2><p><a href="docs/print.html">Charts, cards, counters, maps</a> and the rules in words come from the same text, so they agree with
it.</p></div>
</section>

<figure><img src="${pictures.charts}" alt="A page of charts, as it is printed" width="1190" height="738"></figure>

<section><h2>Books to read</h2>
<p>Sandtable comes with ${books.length} games, every rule numbered, tested by worked examples and told in words:
${books.map(({ name, title }) => `<a href="books/${name}.html">${escape(title)}</a>`).join(", ")}.</p>
</section>

<section><h2>Begin</h2>
<ul>
<li><a href="studio/index.html" data-alone="${single}">The studio</a> in this browser: start from a small complete game, or from your manuscript.</li>
<li><a href="${single}" download>The studio as one file</a>: save it and open it with a double click, without a network.</li>
<li><a href="docs/tutorial.html">A small game of your own in an hour</a>, and <a href="docs/patterns.html">mechanisms to copy</a>.</li>
<li><a href="docs/python.html">Python</a> and <a href="docs/scale.html">many machines</a>, for those who study games.</li>
</ul>
<p class="remark">Version ${escape(version)}. Free software, under the MIT or the Apache licence.</p>
</section>
`;
}
