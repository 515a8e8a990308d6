// Reviews strings with placeholders of other languages: `(format "{}" x)` and `(str "${x}")`.

import type { Form } from "@ptc/parser";
import { plainName, type ListForm } from "../form-tools.ts";
import type { Finding } from "./finding.ts";
import { dollarPlaceholder, templateText } from "./templates.ts";
import { longestExample, written } from "./written-forms.ts";

/** `isName` is true for the names that the program uses. */
export function reviewTemplate(
  source: string,
  form: ListForm,
  add: (finding: Finding) => void,
  isName: (name: string) => boolean,
): void {
  const [head, ...args] = form.items;
  const name = plainName(head) ?? "";
  for (const [index, arg] of args.slice(0, 64).entries()) {
    if (arg.type !== "string") continue;
    const finding =
      inText(source, arg, name, isName) ??
      (index === 0 && args.length > 1 ? ofArguments(source, arg, name, args.slice(1)) : undefined);
    if (finding !== undefined) add(finding);
  }
}

type StringForm = Extract<Form, { type: "string" }>;

/**
 * `"${x}"`: names in a string aren't replaced. The text may be meant if the program has no such
 * name.
 */
function inText(
  source: string,
  arg: StringForm,
  name: string,
  isName: (name: string) => boolean,
): Finding | undefined {
  const [, found] = dollarPlaceholder.exec(arg.value) ?? [];
  // `"${%s}"` is a text of `format` with a directive.
  if (found === undefined || /^%[-+,\d]*(?:\.\d+)?[a-z]$/.test(found)) return undefined;
  const example = templateText(arg.value, dollarPlaceholder);
  const isMeant = /^[(%]/.test(found) || isName(/^[\w/-]+/.exec(found)?.[0] ?? "");
  return {
    span: arg.span,
    problem: `${written(source, arg)} contains \${…}, which strings don't replace`,
    hint: `write ${name === "return" || name === "fail" ? `(${name} ${example})` : example}`,
    isWarning: !isMeant,
  };
}

/** `(format "{}" x)` ignores x, and `(println "%d" x)` prints both. */
function ofArguments(
  source: string,
  arg: StringForm,
  name: string,
  args: readonly Form[],
): Finding | undefined {
  const directive = /%(?:\.\d+)?[dsfx]\b/.exec(arg.value)?.[0];
  const braces = /\{(?:\d*|[a-zA-Z_]\w*)(?::[^{}]*)?\}/.exec(arg.value)?.[0];
  const isFormat = name === "format" || name === "printf";
  if (isFormat ? directive !== undefined || braces === undefined : directive === undefined)
    return undefined;
  const text = isFormat
    ? arg.value.replaceAll(/\{(?:\d*|[a-zA-Z_]\w*)(?::[^{}]*)?\}/g, "%s")
    : arg.value;
  const rest = args
    .slice(0, 8)
    .map((each) => written(source, each))
    .join(" ");
  const call = `(format ${JSON.stringify(text)} ${rest})`;
  const example = call.length > longestExample ? '(format "%s: %.2f" name total)' : call;
  return {
    span: arg.span,
    problem: isFormat
      ? `${braces ?? ""} in ${written(source, arg)} isn't replaced: format has directives such as %s, %d and %.2f`
      : `${directive ?? ""} in ${written(source, arg)} isn't replaced: only format has directives`,
    hint: `write ${isFormat || name === "str" ? example : `(${name} ${example})`}`,
    isWarning: !isFormat,
  };
}
