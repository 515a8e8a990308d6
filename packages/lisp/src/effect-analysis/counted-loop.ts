// Finds loops that count up to a known number, such as those of `dotimes`.
//
//   (loop [i 0] (if (< i 3) (do … (recur (inc i))) …))     three turns

import type { LoopNode, Node, RecurNode } from "../analysis/core-tree.ts";
import type { Scope } from "./followed-run.ts";
import type { Count, Foreseen } from "./foreseen-value.ts";
import { walkNodes } from "./walk-nodes.ts";

/** The turns of a loop, and its parts. */
export interface Turns extends Count {
  readonly test: Node;
  readonly body: Node;
  /** The value of the loop, evaluated once after the turns. */
  readonly after: Node;
}

/** Returns the turns of a loop whose slots have their first values, or undefined if unknown. */
export function turnsOf({ bindings, body }: LoopNode, { slots }: Scope): Turns | undefined {
  if (body.type !== "if") return undefined;
  const { test, then, otherwise } = body;
  if (test.type !== "builtin-call" || test.builtin.name !== "<") return undefined;
  const [counter, end] = test.args;
  if (counter?.type !== "local" || end === undefined || test.args.length !== 2) return undefined;
  const index = bindings.findIndex(({ slot }) => slot === counter.slot);
  const first = slots.get(counter.slot);
  const last =
    end.type === "local" && !bindings.some(({ slot }) => slot === end.slot)
      ? slots.get(end.slot)
      : end.type === "constant"
        ? ({ kind: "constant", value: end.value, isData: false } satisfies Foreseen)
        : undefined;
  const [from, to] = [integerOf(first), integerOf(last)];
  if (index === -1 || from === undefined || to === undefined) return undefined;
  const { slot } = counter;
  const isCounted = recursTo(slot, then).every(({ args, slots: targets }) =>
    countsUp(args[targets.indexOf(slot)], slot),
  );
  if (!isCounted || recursTo(slot, otherwise).length > 0) return undefined;
  const most = Math.max(0, to - from);
  const least = alwaysRecurs(then) ? most : Math.min(1, most);
  return { test, body: then, after: otherwise, most, least };
}

function integerOf(value: Foreseen | undefined): number | undefined {
  return value?.kind === "constant" && Number.isSafeInteger(value.value)
    ? Number(value.value)
    : undefined;
}

/** Returns the `recur` forms of the loop that has the slot, which no other loop shares. */
function recursTo(slot: number, part: Node): readonly RecurNode[] {
  const found: RecurNode[] = [];
  walkNodes([part], (node) => {
    if (node.type === "recur" && node.slots.includes(slot)) found.push(node);
    return node.type !== "function";
  });
  return found;
}

/** True for `(inc i)`. */
function countsUp(node: Node | undefined, slot: number): boolean {
  if (node?.type !== "builtin-call" || node.builtin.name !== "inc") return false;
  const [operand] = node.args;
  return operand?.type === "local" && operand.slot === slot;
}

/** True if the node ends with a `recur` whatever happens in it. */
function alwaysRecurs(node: Node): boolean {
  if (node.type === "recur") return true;
  if (node.type === "let") return alwaysRecurs(node.body);
  const last = node.type === "do" ? node.body.at(-1) : undefined;
  return last !== undefined && alwaysRecurs(last);
}
