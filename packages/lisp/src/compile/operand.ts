// An argument of a call or operation whose code is specialized for speed. A local is read from its
// slot and a number in the source is known. The sum of a local and such a number, or of two locals,
// is computed without a call. Everything else is compiled as usual.

import type { Value } from "@ptc/core/values";
import type { Node } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame } from "../functions/closure.ts";
import type { Site } from "../evaluation/site.ts";
import type { Compilation, SynchronousThunk } from "./compilation.ts";

export interface Operand {
  /** The slot of a local; -1 if the value has to be computed. */
  readonly slot: number;
  /** A number in the source. */
  readonly number: number | undefined;
  /** A text in the source. */
  readonly text: string | undefined;
  /**
   * A sum that is computed without a call if both parts are numbers and the result is within the
   * range of safe integers. Otherwise `compute` does it.
   */
  readonly sum: Sum | undefined;
  readonly compute: SynchronousThunk;
}

/** The sum of a local and another local, or of a local and a fixed amount. */
interface Sum {
  readonly slot: number;
  /** The slot of the other local; -1 if `amount` is added. */
  readonly otherSlot: number;
  readonly amount: number;
  readonly site: Site;
}

const largest = Number.MAX_SAFE_INTEGER;

export function operand(node: Node, compilation: Compilation): Operand {
  return {
    slot: node.type === "local" ? node.slot : -1,
    number: numberOf(node),
    text: node.type === "constant" && typeof node.value === "string" ? node.value : undefined,
    sum: sumOf(node),
    compute: compilation.synchronous(node),
  };
}

/** Returns the value of the operand. Counts one step for a sum, as `compute` would. */
export function valueOf({ slot, sum, compute }: Operand, frame: Frame, branch: Branch): Value {
  if (slot >= 0) return frame[slot] as Value;
  if (sum === undefined) return compute(frame, branch);
  const left = frame[sum.slot];
  const right = sum.otherSlot < 0 ? sum.amount : frame[sum.otherSlot];
  if (typeof left !== "number" || typeof right !== "number") return compute(frame, branch);
  const added = left + right;
  if (!(added <= largest && added >= -largest)) return compute(frame, branch);
  if (--branch.ticks < 0) branch.refillAt(sum.site);
  return added;
}

function numberOf(node: Node | undefined): number | undefined {
  return node?.type === "constant" && typeof node.value === "number" ? node.value : undefined;
}

function sumOf(node: Node): Sum | undefined {
  if (node.type !== "builtin-call") return undefined;
  const { args, site } = node;
  const [left, right] = args;
  if (left?.type !== "local") return undefined;
  const { slot } = left;
  const add = (amount: number): Sum => ({ slot, otherSlot: -1, amount, site });
  const number = numberOf(right);
  switch (`${node.builtin.name} ${String(args.length)}`) {
    case "inc 1":
      return add(1);
    case "dec 1":
      return add(-1);
    case "+ 2":
      return number !== undefined
        ? add(number)
        : right?.type === "local"
          ? { slot, otherSlot: right.slot, amount: 0, site }
          : undefined;
    case "- 2":
      return number === undefined ? undefined : add(-number);
    default:
      return undefined;
  }
}
