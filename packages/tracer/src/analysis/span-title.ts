// The titles of spans in exports for profile viewers.

import { oneLine } from "@ptc/core/internal/errors";
import type { TraceSpan } from "../trace-tree.ts";
import { nameOfSpan, turnNumber } from "./span-parts.ts";

const longestTitle = 120;

/** Returns `mission audit`, `turn 2` or `tool/customer`, without control characters. */
export function spanTitle(span: TraceSpan): string {
  const name = nameOfSpan(span);
  if (span.name === "tool-call") return oneLine(`tool/${name ?? ""}`, longestTitle);
  const title = span.name.replaceAll("-", " ");
  const turn = turnNumber(span);
  const more = turn === undefined ? name : String(turn);
  return oneLine(more === undefined ? title : `${title} ${more}`, longestTitle);
}
