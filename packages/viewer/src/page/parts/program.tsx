// A program with highlighting, line numbers, its error at the position, and its calls beside their
// lines.

import { useMemo } from "preact/hooks";
import { programTokens } from "../../model/program-tokens.ts";
import type { CallView, FailView } from "../../model/run-view.ts";
import { durationText, plural, visible } from "../data/formats.ts";

export interface ProgramProps {
  readonly source: string;
  readonly fail?: FailView | undefined;
  readonly calls?: readonly CallView[];
  readonly durationOf?: ((call: CallView) => number | undefined) | undefined;
  readonly onCall?: ((call: CallView) => void) | undefined;
  readonly label: string;
}

interface Piece {
  readonly kind: string | undefined;
  readonly text: string;
}

const mostLines = 5_000;
const mostHighlighted = 300_000;

export function Program({ source, fail, calls = [], durationOf, onCall, label }: ProgramProps) {
  const lines = useMemo(() => highlightedLines(source), [source]);
  const byLine = useMemo(() => callsByLine(calls), [calls]);
  const failedLine = fail?.file === undefined ? fail?.line : undefined;
  return (
    <div class="program" tabIndex={0} role="group" aria-label={label}>
      <div class="program-lines">
        {lines.slice(0, mostLines).map((pieces, index) => {
          const line = index + 1;
          const isFailed = line === failedLine;
          const chips = byLine.get(line) ?? [];
          return (
            <div key={line} class={isFailed ? "program-line is-failed" : "program-line"}>
              <span class="line-number" aria-hidden="true">
                {line}
              </span>
              <div class="line-content">
                <code>
                  {pieces.map(({ kind, text }, at) =>
                    kind === undefined ? (
                      text
                    ) : (
                      <span key={at} class={`t-${kind}`}>
                        {text}
                      </span>
                    ),
                  )}
                  {pieces.length === 0 && "\n"}
                </code>
                {isFailed && fail !== undefined && <ProgramError fail={fail} />}
              </div>
              <span class="line-calls">
                {chips.map((chip) => (
                  <CallChip key={chip.name} chip={chip} durationOf={durationOf} onCall={onCall} />
                ))}
              </span>
            </div>
          );
        })}
        {lines.length > mostLines && (
          <p class="nothing">{plural(lines.length - mostLines, "more line")}</p>
        )}
      </div>
    </div>
  );
}

export function ProgramError({ fail }: { readonly fail: FailView }) {
  const column = fail.column ?? 0;
  return (
    <div class="program-error">
      {column > 0 && (
        <span class="caret" aria-hidden="true">
          {" ".repeat(Math.min(column - 1, 200))}▲
        </span>
      )}
      <p>
        <b>{(fail.kind ?? fail.reason).replaceAll("_", " ")}</b> {visible(fail.message)}
      </p>
      {fail.hint !== undefined && <p class="hint">{visible(fail.hint)}</p>}
    </div>
  );
}

interface Chip {
  readonly name: string;
  readonly calls: CallView[];
}

function CallChip({
  chip: { name, calls },
  durationOf,
  onCall,
}: Pick<ProgramProps, "durationOf" | "onCall"> & { readonly chip: Chip }) {
  const failed = calls.filter(({ ok }) => ok === false).length;
  const [first] = calls;
  const waits = calls.filter(({ ok, wait }) => ok === undefined && wait !== undefined).length;
  const total = calls.reduce((sum, call) => sum + (durationOf?.(call) ?? 0), 0);
  const state = failed > 0 ? "is-failed" : waits > 0 ? "is-waiting" : "is-ok";
  return (
    <button
      type="button"
      class={`chip ${state}`}
      onClick={() => first !== undefined && onCall?.(first)}
    >
      {visible(name)}
      {calls.length > 1 && <span> × {calls.length}</span>}
      {failed > 0 && <span> · {failed} failed</span>}
      {waits > 0 && <span> · waits</span>}
      {calls.length === 1 && total > 0 && <span class="muted"> {durationText(total)}</span>}
    </button>
  );
}

/**
 * Calls of one tool at one line are one chip. A call with several possible lines is at the first.
 */
function callsByLine(calls: readonly CallView[]): ReadonlyMap<number, readonly Chip[]> {
  const lines = new Map<number, Chip[]>();
  for (const call of calls) {
    const [line] = call.lines;
    if (line === undefined) continue;
    const chips = lines.get(line) ?? [];
    lines.set(line, chips);
    const chip = chips.find(({ name }) => name === call.name);
    if (chip === undefined) chips.push({ name: call.name, calls: [call] });
    else chip.calls.push(call);
  }
  return lines;
}

function highlightedLines(source: string): readonly (readonly Piece[])[] {
  const tokens = source.length > mostHighlighted ? [] : programTokens(source);
  const lines: Piece[][] = [[]];
  const push = (kind: string | undefined, text: string): void => {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ kind, text: visible(part) });
    }
  };
  let at = 0;
  for (const { kind, start, end } of tokens) {
    if (start > at) push(undefined, source.slice(at, start));
    push(kind, source.slice(start, end));
    at = end;
  }
  push(undefined, source.slice(at));
  return lines;
}
