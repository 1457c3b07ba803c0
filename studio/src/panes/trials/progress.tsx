// How far the games are, and a way to end them.

import type { Common, Trial } from "../../trials/trials";
import { counted } from "../../words";

export function Progress<Question extends Common, Document>({ trial, shown }: { trial: Trial<Question, Document>; shown: number | null }) {
  const stage = trial.stage.value;
  const wanted = trial.question.value?.games ?? 0;
  if (stage === null) {
    if (trial.stopped.value) {
      return (
        <p class="quiet" role="status">
          {shown === null ? "Stopped before there was anything to report." : `Stopped. Below is what ${counted(shown, "game")} say.`}
        </p>
      );
    }
    return trial.outdated.value ? (
      <p class="strip outdated" role="status">
        The texts have changed since these games were played.
      </p>
    ) : null;
  }
  const done = Math.min(trial.done.value ?? 0, stage);
  return (
    <p class="row progress" role="status">
      <progress value={done} max={stage} aria-label="Games played" />
      <span>
        {done.toLocaleString("en")} of {counted(stage, "game")}
        {stage < wanted && `, then ${wanted.toLocaleString("en")}`}
        {shown !== null && `; below is what ${counted(shown, "game")} say`}
      </span>
      <button type="button" onClick={() => trial.stop()}>
        Stop
      </button>
    </p>
  );
}
