// Finds the forms of a body: several forms that are evaluated one after another, of which only the
// last gives a value.

import type { Form } from "@ptc/parser";
import { plainName } from "../form-tools.ts";

/** The index of the first form of the body of each special form, its name being at 0. */
const bodyStarts: ReadonlyMap<string, number> = new Map([
  ...(["do", "lazy-seq", "delay", "with-out-str", "try", "time"] as const).map(at(1)),
  ...(
    [
      ...["let", "loop", "when", "when-not", "when-let", "when-some", "when-first", "doseq"],
      ...["dotimes", "while", "letfn", "task", "finally-let", "for"],
    ] as const
  ).map(at(2)),
  ["finally", 1],
  ["catch", 3],
]);

function at(start: number): (name: string) => readonly [string, number] {
  return (name) => [name, start];
}

const functions: ReadonlySet<string> = new Set(["fn", "defn", "defn-"]);

/** The special forms whose first argument is a test. */
const tests: ReadonlySet<string> = new Set(["when", "when-not", "while"]);

/** Returns the index at which the body of a form starts; undefined if it has none. */
export function bodyStart(form: Form): number | undefined {
  if (form.type !== "list") return undefined;
  const [head, second] = form.items;
  if (head?.type === "vector") return 1;
  const name = plainName(head) ?? "";
  if (!functions.has(name)) return bodyStarts.get(name);
  const params = form.items.findIndex((item, index) => index > 0 && item.type === "vector");
  const isPlain = params > 0 && params <= (second?.type === "symbol" ? 4 : 1);
  return isPlain ? params + 1 : undefined;
}

/** True if the form before the body can be an operand of its first form: `(when x > 5 …)`. */
export function startsWithTest(form: Form): boolean {
  return form.type === "list" && tests.has(plainName(form.items[0]) ?? "");
}

/** True for the whole program and for forms with a body. */
export function isBody(form: Form | undefined): boolean {
  return form === undefined || bodyStart(form) !== undefined;
}
