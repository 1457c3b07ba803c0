// Under the text: findings with their cures, uses of a name, examples.

import { useStudio } from "../studio";
import { Tabs } from "../ui/tabs";
import { ExamplesList } from "./examples";
import { FindingsList } from "./findings";
import { UsesList } from "./uses";

export function LowerPane() {
  const { screen, findings, commands, desk } = useStudio();
  const all = findings.all.value;
  const here = desk.findings.value.length;
  const note = all.length === 0 ? {} : { note: here === all.length ? String(all.length) : `${here} of ${all.length}` };
  const uses = commands.uses.value;
  return (
    <Tabs
      label="Below the text"
      tabs={[
        { name: "findings", title: "Findings", ...note },
        { name: "uses", title: "Uses", ...(uses === null ? {} : { note: String(uses.places.length) }) },
        { name: "examples", title: "Examples" },
      ]}
      chosen={screen.lower.value}
      choose={(name) => (screen.lower.value = name)}
    >
      {screen.lower.value === "findings" && <FindingsList />}
      {screen.lower.value === "uses" && <UsesList />}
      {screen.lower.value === "examples" && <ExamplesList />}
    </Tabs>
  );
}
