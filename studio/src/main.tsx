// Starts the page.

import { render } from "preact";
import "./style/page.css";
import { Studio, StudioContext } from "./studio";
import { App } from "./ui/app";
import { Closed } from "./ui/closed";
import { begin } from "./begin";

const root = document.getElementById("studio");
if (root !== null) {
  try {
    const studio = await Studio.open();
    await begin(studio);
    root.replaceChildren();
    render(
      <StudioContext.Provider value={studio}>
        <App />
      </StudioContext.Provider>,
      root,
    );
  } catch (error) {
    root.replaceChildren();
    render(<Closed error={error} />, root);
  }
}
