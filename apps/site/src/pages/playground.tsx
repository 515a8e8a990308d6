// The playground: an editor, data, tools, and the result of the last run.

import type { VNode } from "preact";
import { useCallback, useMemo, useState } from "preact/hooks";
import { ProgramEditor } from "../editor/program-editor.tsx";
import { hasJavaScript, type PlaygroundState } from "../state/playground-state.ts";
import { linkFragment } from "../state/share-link.ts";
import type { FailedReply, Mistake, RunReply } from "../worker/messages.ts";
import { DataPane } from "./data-pane.tsx";
import { examples } from "./examples.ts";
import { JavaScriptConsent } from "./javascript-consent.tsx";
import { localNamesOf } from "./local-names.ts";
import { RunResult } from "./run-result.tsx";
import { ToolsPane } from "./tools-pane.tsx";
import { useCheck, useEvaluator } from "./use-evaluator.ts";

export interface PlaygroundProps {
  readonly base: string;
  readonly initial: PlaygroundState;
  /** True if the state is from a link: its JavaScript then needs a consent. */
  readonly isFromLink: boolean;
  /** Why a link could not be read. */
  readonly refusal: string;
}

const noMistakes: readonly Mistake[] = [];

export function Playground({ base, initial, isFromLink, refusal }: PlaygroundProps): VNode {
  const evaluator = useEvaluator();
  const [state, setState] = useState(initial);
  const [needsConsent, setNeedsConsent] = useState(isFromLink && hasJavaScript(initial));
  const [reply, setReply] = useState<RunReply | FailedReply | undefined>(undefined);
  const [isRunning, setRunning] = useState(false);
  const [notice, setNotice] = useState(refusal);
  const found = useCheck(evaluator, state);
  const localNames = useMemo(() => localNamesOf(state), [state]);
  const change = useCallback((part: Partial<PlaygroundState>) => {
    setState((current) => ({ ...current, ...part }));
    setReply(undefined);
  }, []);

  const run = (): void => {
    if (needsConsent || isRunning) return;
    setRunning(true);
    void evaluator.send({ kind: "run", state }).then((answer) => {
      setRunning(false);
      if (answer.kind === "run" || answer.kind === "failed") setReply(answer);
    });
  };
  const formatProgram = (): void => {
    void evaluator.send({ kind: "format", program: state.program }).then((answer) => {
      if (answer.kind !== "format") return;
      if (answer.text === undefined)
        setNotice("The program has a mistake, so it can't be formatted.");
      else change({ program: answer.text });
    });
  };
  const share = (): void => {
    void linkFragment(state).then(async (fragment) => {
      if (fragment === undefined) {
        setNotice("The data is too large for a link.");
        return;
      }
      history.replaceState(undefined, "", fragment);
      const isCopied = await navigator.clipboard.writeText(location.href).then(
        () => true,
        () => false,
      );
      setNotice(isCopied ? "The link is copied." : "The address of this page is now the link.");
    });
  };

  const runMistakes = reply?.kind === "run" ? reply.mistakes : noMistakes;
  return (
    <div class="playground">
      <div class="playground-bar">
        <label>
          Example{" "}
          <select
            value=""
            onChange={(event) => {
              const chosen = examples[Number(event.currentTarget.value)];
              if (chosen === undefined) return;
              setNeedsConsent(false);
              change({ program: chosen.program, data: chosen.data, tools: chosen.tools });
            }}
          >
            <option value="">choose…</option>
            {examples.map(({ title }, at) => (
              <option key={title} value={String(at)}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="primary" disabled={needsConsent || isRunning} onClick={run}>
          {isRunning ? "Running…" : "Run"}
        </button>
        {isRunning && (
          <button
            type="button"
            onClick={() => {
              evaluator.stop("You stopped the run.");
            }}
          >
            Stop
          </button>
        )}
        <button type="button" onClick={formatProgram}>
          Format
        </button>
        <button type="button" onClick={share}>
          Share
        </button>
        <span class="notice" role="status">
          {notice}
        </span>
      </div>
      {needsConsent && (
        <JavaScriptConsent
          state={state}
          onAllow={() => {
            setNeedsConsent(false);
          }}
          onRemove={() => {
            setNeedsConsent(false);
            change({ tools: state.tools.filter(({ kind }) => kind !== "javascript") });
          }}
        />
      )}
      <div class="playground-panes">
        <div class="playground-main">
          <ProgramEditor
            label="Program"
            base={base}
            text={state.program}
            mistakes={found.mistakes.length > 0 ? found.mistakes : runMistakes}
            localNames={localNames}
            onChange={(program) => {
              if (program !== state.program) change({ program });
            }}
            onRun={run}
          />
          <section aria-label="Result" aria-live="polite" class="playground-result">
            {reply === undefined ? (
              <p class="pane-note">Press Ctrl+Enter in the editor to run the program.</p>
            ) : (
              <RunResult reply={reply} />
            )}
          </section>
          <Effects lines={found.effects} />
        </div>
        <div class="playground-side">
          <DataPane
            text={state.data}
            problems={found.problems}
            onChange={(data) => {
              change({ data });
            }}
          />
          <ToolsPane
            tools={state.tools}
            onChange={(tools) => {
              change({ tools });
            }}
          />
        </div>
      </div>
    </div>
  );
}

/** What the program may do, known before it runs. */
function Effects({ lines }: { readonly lines: readonly string[] }): VNode | null {
  if (lines.length === 0) return null;
  return (
    <details class="effects" open>
      <summary>Effects, known before the run</summary>
      <pre tabIndex={0}>{lines.join("\n")}</pre>
    </details>
  );
}
