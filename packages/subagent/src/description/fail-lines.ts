// Shows a failure: the reason, the message with its location and a caret, and its data.

import type { Fail } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/internal/errors";
import { renderFail } from "@ptc/lisp";
import type { Page } from "./page.ts";
import { shownValue } from "./shown-value.ts";

const longestName = 60;
const mostErrors = 10;

/** Writes `reason: message`, and the details of the fail. */
export function failLines(page: Page, fail: Fail): void {
  page.text(renderFail(shortFail(fail, page.room - 2)));
  const data = fail.details?.data;
  if (data === undefined) return;
  page.label("data");
  page.inside.value(shownValue(data));
}

/** Returns a reason such as `timeout` or, with its kind if it has one, `eval_error, type_error`. */
export function reasonOf({ reason, details }: Fail): string {
  const kind = details?.kind;
  const shown = oneLine(reason, longestName);
  return kind !== undefined && (reason === "eval_error" || reason === "analysis_error")
    ? `${shown}, ${oneLine(kind, longestName)}`
    : shown;
}

/**
 * Returns a fail whose excerpts fit on a line, so that the caret stays in its column. Drops the
 * errors of errors, which may be nested without end.
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

/** Returns the fail without its errors, and with its excerpt within `room` columns. */
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

/** Returns the part of the line around the caret. */
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
