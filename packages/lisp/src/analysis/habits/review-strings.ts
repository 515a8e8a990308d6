// Reviews strings in triple quotes: `"""text"""` is three strings here.

import type { Form } from "@ptc/parser";
import type { Finding } from "./finding.ts";
import { isAdjacent, written } from "./written-forms.ts";

export function reviewStrings(
  source: string,
  items: readonly Form[],
  add: (finding: Finding) => void,
): void {
  for (let index = 1; index < items.length - 1; index++) {
    const [before, text, after] = [items[index - 1], items[index], items[index + 1]];
    if (!isEmpty(before) || !isEmpty(after) || text?.type !== "string") continue;
    if (!isAdjacent(before, text) || !isAdjacent(text, after)) continue;
    const span = { start: before.span.start, end: after.span.end };
    add({
      span,
      problem: `${written(source, { span })} is three strings`,
      hint: `strings have one double quote on each side, and may have several lines: write ${written(source, text)}`,
    });
  }
}

function isEmpty(form: Form | undefined): form is Extract<Form, { type: "string" }> {
  return form?.type === "string" && form.value === "";
}
