// Edits the program of a turn and replays the run with it.

import { useState } from "preact/hooks";
import { usePage } from "../data/page-context.ts";
import { go } from "../data/route.ts";
import { visible } from "../data/formats.ts";
import { Program } from "./program.tsx";

export interface ReplayEditorProps {
  readonly run: string;
  readonly turn: number;
  readonly source: string;
  readonly close: () => void;
}

export function ReplayEditor({ run, turn, source: program, close }: ReplayEditorProps) {
  const { source, announce } = usePage();
  const [text, setText] = useState(program);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const replay = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const { id, message } = await source.replay(run, turn, text);
      announce(message);
      go({ view: "compare", left: run, right: id });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <form
      class="replay"
      onSubmit={(event) => {
        event.preventDefault();
        void replay();
      }}
    >
      <label for="replay-program">
        Program of turn {turn}. Results of tools come from the recording; no model or tool is
        called.
      </label>
      <textarea
        id="replay-program"
        rows={Math.min(30, Math.max(8, text.split("\n").length + 1))}
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <details>
        <summary>Highlighted</summary>
        <Program source={text} label="the edited program" />
      </details>
      {problem !== "" && (
        <p class="is-bad" role="alert">
          {visible(problem)}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy || text === program}>
          {isBusy ? "Replaying …" : "Replay with this program"}
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
