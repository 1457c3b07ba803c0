// Phases, options, sides and pieces as lists: their order in the text is changed here, nothing else.

import { listsIn, listsOf, type Block, type OrderedList } from "../../data/order";
import { useStudio, type Studio } from "../../studio";
import type { TextFile } from "../../texts/text-file";
import { useReorder } from "../../ui/reorder";

const TITLES: Record<OrderedList["sort"], string> = { phases: "Phases", options: "Optional rules", sides: "Sides", pieces: "Pieces" };

/** Returns the texts of a ruleset that have such lists, those of scenarios too. */
function textsOf(studio: Studio, ruleset: string): TextFile[] {
  const entry = studio.library.get(ruleset);
  const uris = [...(entry?.files.filter(({ kind }) => kind === "rules") ?? []), ...(entry?.scenarios ?? [])].map(({ uri }) => uri);
  return [...new Set(uris)].flatMap((uri) => studio.texts.byUri(uri) ?? []).filter((file) => !file.builtIn && !file.gone);
}

export function OrderedLists({ ruleset }: { ruleset: string }) {
  const studio = useStudio();
  studio.texts.edits.value;
  return (
    <>
      {textsOf(studio, ruleset).flatMap((file) => shownLists(studio, file).map((list, number) => <ListView key={`${file.path} ${number}`} file={file} list={list} number={number} />))}
    </>
  );
}

function shownLists(studio: Studio, file: TextFile): OrderedList[] {
  if (file.language !== "toml") return file.path.endsWith(".rules") ? listsOf(file.text) : [];
  const toml = studio.toml.of(file);
  return toml === null ? [] : listsIn(toml);
}

function ListView({ file, list, number }: { file: TextFile; list: OrderedList; number: number }) {
  const studio = useStudio();
  const { sort, of, members } = list;
  const find = (now: TextFile): readonly Block[] => {
    const same = listsOf(now.text)[number];
    return same?.sort === sort && same.of === of ? same.members : [];
  };
  const move = (from: number, to: number): void => {
    const [member, place] = [members[from], members[to]];
    const title = `move ${member?.title ?? ""}`;
    const [path, before] = [member?.path, place?.path];
    if (path === undefined || before === undefined) void studio.ordering.move(file.path, title, find, from, to);
    else void studio.toml.change(title, async (open) => (await open(file.path)).move(path, before));
  };
  const order = useReorder<HTMLOListElement>({ labels: members.map(({ title }) => title), move });
  const go = (line: number): void => {
    const start = { line, character: 0 };
    void studio.desk.go({ uri: file.uri, range: { start, end: start } });
    studio.screen.pane.value = "text";
  };
  const title = `${TITLES[sort]}${of === "" ? ` in ${file.name}` : ` of ${of}`}`;
  return (
    <section class="data-part" aria-label={title}>
      <h3>{title}</h3>
      <ol ref={order.box} class="ordered">
        {members.map((member, at) => (
          <li key={at} {...order.item(at)}>
            {order.handle(at)}
            <span>{member.title}</span>
            {member.title !== member.name && <small>{member.name}</small>}
            <button type="button" class="link" aria-label={`${member.title} in the text`} onClick={() => go(member.head)}>
              in the text
            </button>
          </li>
        ))}
      </ol>
      {order.told}
    </section>
  );
}
