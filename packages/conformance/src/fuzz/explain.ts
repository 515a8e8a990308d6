// Explains one difference. Asks the host again with the kept differences defined for the program's
// names. If the answers then agree, the difference is explained: by the authority of the one
// sufficient definition, or by several together.

import { characters, type IntendedDifference } from "./intended-difference.ts";
import { intendedDifferences } from "./intended-differences.ts";
import { helpers } from "./difference-helpers.ts";
import type { Answer } from "../oracles/answer.ts";
import { agree } from "./agree.ts";
import { asClojureScript, plainName } from "./clojurescript-spelling.ts";
import { namesOf, sourceOf, type Form } from "./form.ts";
import type { Host } from "./host.ts";
import {
  hostDataComparison,
  readsHostData,
  withHostData,
  type FieldSpellings,
} from "./host-data.ts";
import { asJvm, hasPatterns } from "./jvm-spelling.ts";
import type { ComparisonOptions } from "../compare-printed.ts";

export type OracleName = "nbb" | "clojure";

/** Returns the program as the oracle reads it. */
export function spelledFor(
  oracle: OracleName,
  form: Form,
  fields: FieldSpellings = "one",
  isWithRules = false,
): string {
  const written = withHostData(form, fields);
  return sourceOf(oracle === "nbb" ? asClojureScript(written) : asJvm(written, isWithRules));
}

/** Returns how the answers of a program are compared with those of the oracles. */
export function comparisonOf(form: Form): ComparisonOptions {
  return readsHostData(form) ? hostDataComparison : {};
}

/**
 * Returns why the oracle's answer differs. Returns undefined if no kept difference explains it,
 * and `unknown` if the oracle lacks a name.
 */
export async function explanation(
  form: Form,
  own: Answer,
  oracle: OracleName,
  host: Host,
): Promise<{ readonly because: string } | "unknown" | undefined> {
  const names = new Set(namesOf(form).map(fullName));
  const rules = intendedDifferences.filter(
    (rule) =>
      names.has(rule.name) &&
      (rule.host ?? oracle) === oracle &&
      (rule.ofHostData !== true || readsHostData(form)),
  );
  const bindsCharacters = oracle === "clojure" && hasPatterns(form);
  if (rules.length === 0 && !bindsCharacters) return undefined;
  const [all = refused] = await host.answers([withRules(form, rules, oracle)]);
  const options = comparisonOf(form);
  if (!agree(own, all, options))
    return all.kind === "none" || (all.kind === "error" && all.message.includes("ptc-unknown"))
      ? "unknown"
      : undefined;
  const single = rules.length === 1 ? rules : await firstSufficient(form, own, rules, oracle, host);
  return { because: single[0]?.authority ?? (rules.length === 0 ? characters : "several at once") };
}

/** Returns the one rule that explains the difference alone, if any. */
async function firstSufficient(
  form: Form,
  own: Answer,
  rules: readonly IntendedDifference[],
  oracle: OracleName,
  host: Host,
): Promise<readonly IntendedDifference[]> {
  const answers = await host.answers(rules.map((rule) => withRules(form, [rule], oracle)));
  const options = comparisonOf(form);
  const found = rules[answers.findIndex((answer) => agree(own, answer, options))];
  return found === undefined ? [] : [found];
}

const refused: Answer = { kind: "error", error: "any", message: "no answer" };

const shortNamespaces = new Map([
  ["str/", "clojure.string/"],
  ["set/", "clojure.set/"],
  ["walk/", "clojure.walk/"],
]);

/** Other spellings of names with a definition. */
const spellings = new Map([
  ["+'", "+"],
  ["-'", "-"],
  ["*'", "*"],
  ["inc'", "inc"],
  ["dec'", "dec"],
  ["Math/max", "max"],
  ["Math/min", "min"],
  ["Math/abs", "abs"],
  [".contains", "clojure.string/includes?"],
  [".replace", "clojure.string/replace"],
]);

function fullName(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  for (const [short, full] of shortNamespaces)
    if (name.startsWith(short)) return full + name.slice(short.length);
  return name;
}

/** The name of the function that takes the value of a macro's form. */
function valueOf(macro: string): string {
  return `ptc-value-of-${macro}`;
}

/** Wraps the program in a `let` of the definitions. */
function withRules(form: Form, rules: readonly IntendedDifference[], oracle: OracleName): string {
  const names = new Set(rules.flatMap((rule) => (rule.takesValue === true ? [] : [rule.name])));
  const macros = new Set(rules.flatMap((rule) => (rule.takesValue === true ? [rule.name] : [])));
  const renamed = (part: Form): Form => {
    if (typeof part !== "string") {
      const [first] = part.items;
      const form: Form = { open: part.open, items: part.items.map(renamed) };
      return part.open === "(" && typeof first === "string" && macros.has(first)
        ? { open: "(", items: [valueOf(first), form] }
        : form;
    }
    const full = fullName(part);
    return names.has(full) ? plainName(full) : part;
  };
  const bindings = [
    `ptc-plain-integer ${oracle === "clojure" ? "clojure.core/biginteger" : "identity"}`,
    ...helpers.map(([name, definition]) => `${name} ${definition}`),
    ...rules.map(
      ({ name, definition, takesValue }) =>
        `${takesValue === true ? valueOf(name) : plainName(name)} ${definition}`,
    ),
  ];
  return `(let [${bindings.join("\n")}]\n${spelledFor(oracle, renamed(form), "one", true)})`;
}
