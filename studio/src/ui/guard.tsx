// Keeps a mistake of one pane in this pane.

import { Component, type ComponentChildren } from "preact";
import { messageOf } from "../texts/saving";

interface GuardProperties {
  children: ComponentChildren;
}

export class Guard extends Component<GuardProperties, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static override getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <div class="padded">
        <div class="failure" role="alert">
          <p>
            <b>This pane cannot be shown.</b> {messageOf(this.state.error)}
          </p>
        </div>
        <button type="button" onClick={() => this.setState({ error: null })}>
          Try again
        </button>
      </div>
    );
  }
}
