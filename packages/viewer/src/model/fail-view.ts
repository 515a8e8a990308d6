// A failure without data and firewalled values.

import type { Fail } from "@ptc/core/contracts";
import { presentFields } from "@ptc/core/internal/host";
import type { FailView } from "./run-view.ts";
import type { TextTable } from "./text-table.ts";

const mostOthers = 20;

export function failView(fail: Fail, texts: TextTable, isInner = false): FailView {
  const { details } = fail;
  const { line, column, offset, file } = positionOf(details?.position);
  const others =
    isInner || !Array.isArray(details?.errors) ? [] : (details.errors as readonly Fail[]);
  return {
    reason: texts.line(fail.reason, 100),
    message: texts.message(fail.message),
    others: others.slice(0, mostOthers).map((other) => failView(other, texts, true)),
    ...presentFields({
      kind: lineOf(details?.kind, texts),
      op: lineOf(fail.op, texts),
      hint: typeof details?.hint === "string" ? texts.message(details.hint) : undefined,
      line,
      column,
      offset,
      file: lineOf(file, texts),
    }),
  };
}

/** The details of a failure are data of many kinds, and readers don't check them. */
function positionOf(position: unknown): {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly offset?: number | undefined;
  readonly file?: unknown;
} {
  if (typeof position !== "object" || position === null) return {};
  const { line, column, offset, file } = position as Readonly<Record<string, unknown>>;
  return { line: countOf(line), column: countOf(column), offset: countOf(offset), file };
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

function lineOf(value: unknown, texts: TextTable): string | undefined {
  return typeof value === "string" ? texts.line(value, 200) : undefined;
}
