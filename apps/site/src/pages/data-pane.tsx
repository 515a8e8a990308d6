// The data of a program: pasted JSON or CSV, or a dropped file.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { stateLimits } from "../state/playground-state.ts";

export interface DataPaneProps {
  readonly text: string;
  readonly problems: readonly string[];
  readonly onChange: (text: string) => void;
}

export function DataPane({ text, problems, onChange }: DataPaneProps): VNode {
  const [refusal, setRefusal] = useState("");
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    if (file.size > stateLimits.text) {
      setRefusal(`${file.name} is larger than ${String(stateLimits.text / 1000)} kB.`);
      return;
    }
    setRefusal("");
    void file.text().then(onChange);
  };
  return (
    <section class="pane" aria-labelledby="data-title">
      <h2 id="data-title">Data</h2>
      <p class="pane-note">
        Paste JSON or CSV, or drop a file. The fields of an object are <code>data/field</code>;
        other data is <code>data/rows</code>.
      </p>
      <textarea
        class="pane-text"
        aria-label="Data as JSON or CSV"
        spellcheck={false}
        rows={9}
        maxLength={stateLimits.text}
        value={text}
        onInput={(event) => {
          onChange(event.currentTarget.value);
        }}
        onDragOver={(event) => {
          event.preventDefault();
        }}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer?.files[0]);
        }}
      />
      <label class="pane-file">
        Open a file
        <input
          type="file"
          accept=".json,.csv,.txt,application/json,text/csv"
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
          }}
        />
      </label>
      {[refusal, ...problems]
        .filter((problem) => problem !== "")
        .map((problem) => (
          <p class="problem" role="alert" key={problem}>
            {problem}
          </p>
        ))}
    </section>
  );
}
