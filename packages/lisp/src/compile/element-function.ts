// Writes the code that a `for` runs for each element as a function. Memory then continues the
// sequence in another run.

import { Vector, type Value } from "@ptc/core/values";
import type { ForText } from "../analysis/core-tree.ts";
import { Closure, type Frame } from "../functions/closure.ts";
import type { Compilation } from "./compilation.ts";
import { siblingOf } from "./local-functions.ts";

/**
 * Returns what handles an element, as a function for another run: its source, the number of its
 * `:while` clauses, the names and values that it captures, and the names of the language that the
 * program has defined. Each `:while` becomes a `for` of its own, see `endingStage`:
 *
 *   (for [x xs :when a :while b :let [y c]] d)
 *   (fn [element] (for [x [element] :when a] (if b (for [element [nil] :let [y c]] d))))
 */
export function elementFunction(
  { pattern, others, ends, body, scope, names }: ForText,
  frame: Frame,
  compilation: Compilation,
): readonly Value[] {
  const textOf = (start: number, end: number): string => compilation.textOf(start, end);
  const whole = textOf(pattern.start, pattern.end) + textOf(others.start, body.end);
  let element = "element";
  while (whole.includes(element)) element += "_";
  let source = `(fn [${element}] (for [${textOf(pattern.start, pattern.end)} [${element}]`;
  let { start } = others;
  for (const { clause, test } of ends) {
    source += `${textOf(start, clause.start)}] (if ${textOf(test.start, test.end)} (for [${element} [nil]`;
    start = clause.end;
  }
  source += `${textOf(start, others.end)}]${textOf(body.start, body.end)}))${"))".repeat(ends.length)}`;
  const captured = new Map<string, Value>();
  const [self] = frame;
  for (let each = names; each !== undefined; each = each.outer) {
    const { name, owner, slot } = each.binding;
    // The text may write the first parameter of a literal without its number.
    if (captured.has(name) || !mentions(source, name === "%1" ? "%" : name)) continue;
    const index = scope.captured.indexOf(each.binding);
    if (owner === scope)
      captured.set(
        name,
        slot < 0 && self instanceof Closure ? siblingOf(self, -slot - 1) : (frame[slot] ?? null),
      );
    else if (index !== -1 && self instanceof Closure)
      captured.set(name, self.captured[index] ?? null);
  }
  return [
    source,
    ends.length,
    Vector.of<Value>([...captured.keys()]),
    Vector.of([...captured.values()]),
    Vector.of<Value>([...scope.shadowed].filter((name) => mentions(source, name))),
  ];
}

/** True if `source` contains `name` and not only as a part of other names. */
function mentions(source: string, name: string): boolean {
  const isInside = (character: string | undefined): boolean =>
    character !== undefined && /[\w*+!?<>=.$&'|-]/.test(character);
  for (let at = source.indexOf(name); at !== -1; at = source.indexOf(name, at + 1))
    if (name === "%" || !(isInside(source[at - 1]) || isInside(source[at + name.length])))
      if (source[at - 1] !== ":") return true;
  return false;
}
