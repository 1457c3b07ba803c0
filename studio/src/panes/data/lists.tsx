// Phases, options, sides and pieces as lists: their order in the text is changed here, nothing else.

import { useState } from "preact/hooks";
import { sectionLists, type SectionList } from "../../data/order";
import type { DeclaredList, Place } from "../../protocol/documents";
import { useStudio } from "../../studio";
import type { TextFile } from "../../texts/text-file";
import { useReorder } from "../../ui/reorder";
import { withCode } from "../findings";

const TITLES = { phases: "Phases", options: "Optional rules", sides: "Sides", pieces: "Pieces" };

interface Member {
  name: string;
  title: string;
  place: Place;
}

export function OrderedLists({ ruleset }: { ruleset: string }) {
  const studio = useStudio();
  studio.texts.edits.value;
  const canChange = (file: TextFile | undefined): file is TextFile => file !== undefined && !file.builtIn && !file.gone;
  const scenarios = (studio.library.get(ruleset)?.scenarios ?? []).map(({ uri }) => studio.texts.byUri(uri)).filter(canChange);
  return (
    <>
      {studio.grids.lists.value.map((list) => {
        const file = studio.texts.byUri(list.uri);
        return canChange(file) && <RulesList key={`${list.uri} ${list.list}`} file={file} list={list} />;
      })}
      {scenarios.flatMap((file) => {
        const toml = studio.toml.of(file);
        return toml === null ? [] : sectionLists(toml).map((list) => <SectionsList key={`${file.path} ${list.sort}`} file={file} list={list} />);
      })}
    </>
  );
}

function RulesList({ file, list }: { file: TextFile; list: DeclaredList }) {
  const { grids } = useStudio();
  const [wrong, setWrong] = useState<string | null>(null);
  const title = `${TITLES[list.sort]}${list.of === "" ? ` in ${file.name}` : ` of ${list.of}`}`;
  const members = list.members.map(({ name, title: shown, head }) => ({ name, title: shown, place: head }));
  return <ListView title={title} members={members} wrong={wrong} move={(from, to) => void grids.move(list, from, to).then(setWrong)} />;
}

function SectionsList({ file, list }: { file: TextFile; list: SectionList }) {
  const studio = useStudio();
  const members = list.members.map(({ name, title, line }) => {
    const start = { line, character: 0 };
    return { name, title, place: { uri: file.uri, range: { start, end: start } } };
  });
  const move = (from: number, to: number): void => {
    const [path, place] = [list.members[from]?.path, list.members[to]?.path];
    if (path === undefined || place === undefined) return;
    void studio.toml.change(`move ${list.members[from]?.title ?? ""}`, async (open) => (await open(file.path)).move(path, place));
  };
  return <ListView title={`${TITLES[list.sort]} in ${file.name}`} members={members} wrong={null} move={move} />;
}

interface ListProperties {
  title: string;
  members: readonly Member[];
  wrong: string | null;
  move(from: number, to: number): void;
}

function ListView({ title, members, wrong, move }: ListProperties) {
  const studio = useStudio();
  const order = useReorder<HTMLOListElement>({ labels: members.map((member) => member.title), move });
  const go = (place: Place): void => {
    void studio.desk.go(place);
    studio.screen.pane.value = "text";
  };
  return (
    <section class="data-part" aria-label={title}>
      <h3>{title}</h3>
      <ol ref={order.box} class="ordered">
        {members.map((member, at) => (
          <li key={at} {...order.item(at)}>
            {order.handle(at)}
            <span>{member.title}</span>
            {member.title !== member.name && <small>{member.name}</small>}
            <button type="button" class="link" aria-label={`${member.title} in the text`} onClick={() => go(member.place)}>
              in the text
            </button>
          </li>
        ))}
      </ol>
      {order.told}
      {wrong !== null && (
        <p class="failed" role="alert">
          {withCode(wrong)}
        </p>
      )}
    </section>
  );
}
