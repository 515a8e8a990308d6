// Why something failed: the reason, the message with its place and a caret, and its data.

import type { Fail } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/internal/errors";
import { renderFail } from "@ptc/lisp";
import type { Page } from "./page.ts";
import { shownValue } from "./shown-value.ts";

const longestName = 60;
const mostErrors = 10;

/** `reason: message` and what is known beyond it. */
export function failLines(page: Page, fail: Fail): void {
  page.text(renderFail(shortFail(fail, page.room - 2)));
  const data = fail.details?.data;
  if (data === undefined) return;
  page.label("data");
  page.inside.value(shownValue(data));
}

/** `timeout`, `eval_error, type_error`: with the finer kind, where the reason has such. */
export function reasonOf({ reason, details }: Fail): string {
  const kind = details?.kind;
  const shown = oneLine(reason, longestName);
  return kind !== undefined && (reason === "eval_error" || reason === "analysis_error")
    ? `${shown}, ${oneLine(kind, longestName)}`
    : shown;
}

/**
 * With excerpts that fit a line, so that the caret stays under its place, and without the errors of
 * errors, which may go on without end.
 */
function shortFail(fail: Fail, room: number): Fail {
  const { details } = fail;
  if (details === undefined) return fail;
  const { errors = [], omitted = 0 } = details;
  const shown = errors.slice(0, mostErrors).map((error) => fitted(error, room));
  return {
    ...fitted(fail, room),
    details: {
      ...fitted(fail, room).details,
      errors: shown,
      omitted: omitted + errors.length - shown.length,
    },
  };
}

/** The fail alone, its excerpt within `room` columns. */
function fitted({ details, ...fail }: Fail, room: number): Fail {
  const { position, excerpt, hint } = details ?? {};
  return {
    ...fail,
    details: {
      ...(position === undefined ? {} : { position }),
      ...(hint === undefined ? {} : { hint }),
      ...(excerpt === undefined ? {} : { excerpt: excerptWithin(excerpt, room) }),
    },
  };
}

/** The part of the line around the caret. */
function excerptWithin(excerpt: string, room: number): string {
  const [source = "", caret = "", ...more] = excerpt.split("\n", 3);
  const column = caret.indexOf("^");
  if (source.length <= room || column < 0 || more.length > 0) return excerpt;
  const start = column + caret.trim().length <= room - 2 ? 0 : column - Math.floor(room / 2);
  const before = start > 0 ? "…" : "";
  const end = start + room - 1 - before.length;
  return [
    `${before}${source.slice(start, end)}${end < source.length ? "…" : ""}`,
    `${" ".repeat(before.length)}${caret.slice(start, end)}`,
  ].join("\n");
}
