// Reads tagged literals: `#inst "…"` is an instant, `#uuid "…"` is the text itself.

import type { Value } from "@ptc/core/values";
import { instantLiteral } from "../../builtins/text/instant-literal.ts";
import type { Analysis } from "../analysis.ts";
import { invalidForm } from "../analysis-error.ts";
import type { TaggedForm } from "../form-tools.ts";

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function taggedValue(analysis: Analysis, form: TaggedForm): Value {
  const text = form.form.value;
  if (form.tag === "inst") {
    const instant = instantLiteral(text);
    if (instant !== undefined) return instant;
  }
  if (form.tag === "uuid" && uuidPattern.test(text)) return text;
  analysis.report(
    invalidForm(
      `#${form.tag}`,
      "cannot be read as a value",
      form.span,
      form.tag === "uuid"
        ? 'five groups of hexadecimal digits: #uuid "00000000-0000-0000-0000-000000000000"'
        : undefined,
    ),
  );
  return null;
}
