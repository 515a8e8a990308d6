// A program while it is written and after it ran, highlighted by the project's own parser.

import { programTokens } from "@ptc/viewer/model";
import type { DynamicToolUIPart } from "ai";
import { useMemo } from "react";
import { closedSource } from "./closed-source.ts";

export interface ProgramProps {
  readonly part: DynamicToolUIPart;
  readonly calls: readonly string[];
  readonly isRunning: boolean;
}

export function Program({ part, calls, isRunning }: ProgramProps) {
  const source = sourceOf(part.input);
  const pieces = useMemo(() => piecesOf(source), [source]);
  const state = stateOf(part, isRunning);
  return (
    <details className={`program is-${state.kind}`} open={state.kind !== "done"}>
      <summary>
        Program <span className="state">{state.text}</span>
      </summary>
      <pre tabIndex={0} aria-label="Source of the program">
        <code>
          {pieces.map(({ kind, text }, index) =>
            kind === undefined ? (
              text
            ) : (
              <span key={index} className={`t-${kind}`}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
      {calls.length > 0 && <p className="calls">{calls.join(" · ")}</p>}
      {part.state === "output-error" && <p className="problem">{part.errorText}</p>}
    </details>
  );
}

function stateOf({ state }: DynamicToolUIPart, isRunning: boolean) {
  if (state === "output-error") return { kind: "failed", text: "failed" };
  if (state === "output-available") return { kind: "done", text: "done" };
  if (!isRunning) return { kind: "open", text: "not finished" };
  return { kind: "open", text: state === "input-streaming" ? "writing…" : "running…" };
}

function sourceOf(input: unknown): string {
  if (typeof input !== "object" || input === null || !("program" in input)) return "";
  return typeof input.program === "string" ? input.program : "";
}

interface Piece {
  readonly kind: string | undefined;
  readonly text: string;
}

/** The parser reads complete forms, so the open ones of a program under way are closed for it. */
function piecesOf(source: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { kind, start, end } of programTokens(closedSource(source))) {
    if (start >= source.length) break;
    if (start > at) pieces.push({ kind: undefined, text: source.slice(at, start) });
    pieces.push({ kind, text: source.slice(start, end) });
    at = Math.min(end, source.length);
  }
  return [...pieces, { kind: undefined, text: source.slice(at) }];
}
