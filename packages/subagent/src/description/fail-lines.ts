// Why something failed: the reason, the message with its place and a caret, and its data.

import type { Fail } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/errors";
import { renderFail } from "@ptc/lisp";
import type { Page } from "./page.ts";
import { shownValue } from "./shown-value.ts";

const longestName = 60;
const mostErrors = 10;

/** `reason: message` and what is known beyond it. */
export function failLines(page: Page, fail: Fail): void {
  page.text(renderFail(withFewErrors(fail)));
  const data = fail.details?.data;
  if (data === undefined) return;
  page.label("data");
  page.inside.value(shownValue(data));
}

/** `type_error`, `timeout`: the finer kind where there is one. */
export function reasonOf({ reason, details }: Fail): string {
  const kind = details?.kind;
  const shown = oneLine(reason, longestName);
  return kind === undefined || kind === reason ? shown : `${shown}, ${oneLine(kind, longestName)}`;
}

/** Errors may have errors of their own, without end: those are left out. */
function withFewErrors(fail: Fail): Fail {
  const errors = fail.details?.errors;
  if (errors === undefined) return fail;
  const shown = errors.slice(0, mostErrors).map(({ details, ...error }) => {
    const { position, excerpt, hint } = details ?? {};
    return {
      ...error,
      details: {
        ...(position === undefined ? {} : { position }),
        ...(excerpt === undefined ? {} : { excerpt }),
        ...(hint === undefined ? {} : { hint }),
      },
    };
  });
  const omitted = errors.length - shown.length + (fail.details?.omitted ?? 0);
  return { ...fail, details: { ...fail.details, errors: shown, omitted } };
}
