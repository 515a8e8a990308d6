// Shows the JavaScript of a link before it may run.

import type { VNode } from "preact";
import type { PlaygroundState } from "../state/playground-state.ts";

export interface ConsentProps {
  readonly state: PlaygroundState;
  readonly onAllow: () => void;
  readonly onRemove: () => void;
}

export function JavaScriptConsent({ state, onAllow, onRemove }: ConsentProps): VNode {
  const tools = state.tools.filter(({ kind }) => kind === "javascript");
  return (
    <section class="consent" role="alertdialog" aria-labelledby="consent-title">
      <h2 id="consent-title">This link has tools in JavaScript</h2>
      <p>
        Nothing has run yet. Read the code: it would run in a worker of this page, which can send
        requests to this site only.
      </p>
      {tools.map(({ name, body }) => (
        <div key={name}>
          <h3>{`tool/${name}`}</h3>
          <pre tabIndex={0}>{body}</pre>
        </div>
      ))}
      <p class="actions">
        <button type="button" onClick={onAllow}>
          Allow this code
        </button>
        <button type="button" class="quiet" onClick={onRemove}>
          Remove the tools
        </button>
      </p>
    </section>
  );
}
