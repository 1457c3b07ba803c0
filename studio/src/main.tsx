// Starts the page.

import { render } from "preact";
import "./style/page.css";
import { Studio, StudioContext } from "./studio";
import { App } from "./ui/app";
import { Closed } from "./ui/closed";
import { later } from "./ui/later";
import { begin } from "./begin";

const root = document.getElementById("studio");
if (root !== null) {
  let reason: () => Error | null = () => null;
  try {
    const studio = await Studio.open();
    reason = () => studio.shell.reason;
    root.replaceChildren();
    render(
      <StudioContext.Provider value={studio}>
        <App />
      </StudioContext.Provider>,
      root,
    );
    // Whatever fails later is said where it is shown; without a service there is nothing to show.
    await Promise.all([studio.ready, begin(studio)]);
    // A page with a server beside it has everything before that can end; a first visit from afar is sent what it opens.
    if (studio.shell.kind === "server") void later().catch(() => {});
  } catch (error) {
    root.replaceChildren();
    render(<Closed error={reason() ?? error} />, root);
  }
}
