// Compiles `do`, `let`, `loop` and `recur`.

import { recurSignal, type Frame, type Thunk } from "../functions/closure.ts";
import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { after, type Result } from "../evaluation/result.ts";
import { evaluateAll } from "./evaluate-all.ts";
import type { Compilation, NodeCompiler, SynchronousThunk } from "./compilation.ts";
import { LoopHeat } from "./heat.ts";
import { fusedLoop } from "./fused-loop.ts";
import type { Binding, Node } from "../analysis/core-tree.ts";

export const synchronousDo: NodeCompiler<"do"> = (node, compilation) => {
  const body = node.body.map((item) => compilation.synchronous(item));
  const last = body.pop() ?? (() => null);
  return (frame, branch) => {
    for (const item of body) item(frame, branch);
    return last(frame, branch);
  };
};

export const awaitingDo: NodeCompiler<"do"> = (node, compilation) => {
  const body = node.body.map((item) => compilation.any(item));
  const last: Thunk = body.pop() ?? (() => null);
  return (frame, branch) => inOrder(body, frame, branch, last);
};

/** Evaluates `items` in order, then `next`. Continues in an async loop after the first promise. */
function inOrder(items: readonly Thunk[], frame: Frame, branch: Branch, next: Thunk): Result {
  for (let index = 0; index < items.length; index++) {
    const result = items[index]?.(frame, branch);
    if (result instanceof Promise)
      return inOrderFrom(items, index + 1, result, frame, branch, next);
  }
  return next(frame, branch);
}

async function inOrderFrom(
  items: readonly Thunk[],
  start: number,
  pending: Promise<Value>,
  frame: Frame,
  branch: Branch,
  next: Thunk,
): Promise<Value> {
  await pending;
  for (let index = start; index < items.length; index++) await items[index]?.(frame, branch);
  return next(frame, branch);
}

/** A slot and the code of its value. */
export interface CompiledBinding {
  readonly slot: number;
  readonly compute: Thunk;
}

export function compiledBindings(
  bindings: readonly Binding[],
  compilation: Compilation,
): readonly CompiledBinding[] {
  return bindings.map((binding) => ({ slot: binding.slot, compute: compilation.bound(binding) }));
}

interface SynchronousBinding {
  readonly slot: number;
  readonly compute: SynchronousThunk;
}

/** Compiles bindings that don't await. */
function synchronousBindings(
  bindings: readonly Binding[],
  compilation: Compilation,
): readonly SynchronousBinding[] {
  return bindings.map((binding) => ({
    slot: binding.slot,
    compute:
      binding.isShared === true
        ? (compilation.bound(binding) as SynchronousThunk)
        : compilation.synchronous(binding.init),
  }));
}

/**
 * Fills the slots in order, from the binding at `start`. Returns a promise if one of them must be
 * awaited.
 */
export function fill(
  bindings: readonly CompiledBinding[],
  frame: Frame,
  branch: Branch,
  start = 0,
): Promise<void> | undefined {
  for (let index = start; index < bindings.length; index++) {
    const { slot, compute } = bindings[index] as CompiledBinding;
    const value = compute(frame, branch);
    if (value instanceof Promise) {
      return value.then((settled) => {
        frame[slot] = settled;
        return fill(bindings, frame, branch, index + 1);
      });
    }
    frame[slot] = value;
  }
  return undefined;
}

export const synchronousLet: NodeCompiler<"let"> = (node, compilation) => {
  const body = compilation.synchronous(node.body);
  const [first, ...rest] = synchronousBindings(node.bindings, compilation);
  if (first === undefined) return body;
  if (rest.length === 0) {
    return (frame, branch) => {
      frame[first.slot] = first.compute(frame, branch);
      return body(frame, branch);
    };
  }
  const bindings = [first, ...rest];
  return (frame, branch) => {
    for (const { slot, compute } of bindings) frame[slot] = compute(frame, branch);
    return body(frame, branch);
  };
};

export const awaitingLet: NodeCompiler<"let"> = (node, compilation) =>
  filledThen(compiledBindings(node.bindings, compilation), compilation.any(node.body));

function filledThen(bindings: readonly CompiledBinding[], body: Thunk): Thunk {
  return (frame, branch) => {
    const waiting = fill(bindings, frame, branch);
    return waiting === undefined ? body(frame, branch) : waiting.then(() => body(frame, branch));
  };
}

export const synchronousLoop: NodeCompiler<"loop"> = (node, compilation) => {
  const bindings = synchronousBindings(node.bindings, compilation);
  // A program that can't wait never yields to the host.
  const body = repeatingSynchronous(node.body, compilation) as SynchronousThunk;
  return (frame, branch) => {
    for (const { slot, compute } of bindings) frame[slot] = compute(frame, branch);
    return body(frame, branch);
  };
};

export const awaitingLoop: NodeCompiler<"loop"> = (node, compilation) =>
  filledThen(
    compiledBindings(node.bindings, compilation),
    compilation.awaits(node.body)
      ? repeating(compilation.any(node.body))
      : repeatingSynchronous(node.body, compilation),
  );

/**
 * Runs `node`, which never yields a promise, until it yields something other than the recur
 * signal. If the program may await, a long loop yields to the host between two iterations.
 */
export function repeatingSynchronous(node: Node, compilation: Compilation): Thunk {
  const fused = fusedLoop(node, compilation);
  if (fused !== undefined) return fused;
  const body = compilation.synchronous(node);
  const { mayAwait } = compilation;
  const heat = new LoopHeat(node, compilation);
  const loop: Thunk = (frame, branch) => {
    for (;;) {
      if (--heat.left < 0) {
        const found = heat.look(frame, branch);
        if (found !== undefined) return found;
        if (mayAwait && branch.turnIsOver) return branch.inNextTurn(() => loop(frame, branch));
      }
      const value = body(frame, branch);
      if (value !== recurSignal) return value;
      if (--branch.ticks < 0) branch.refill();
      if (mayAwait && branch.turnIsOver) return branch.inNextTurn(() => loop(frame, branch));
    }
  };
  return loop;
}

/** Like `repeatingSynchronous`, for a body that may yield a promise. */
export function repeating(body: Thunk): Thunk {
  return (frame, branch) => {
    for (;;) {
      const result = body(frame, branch);
      if (result instanceof Promise) return repeatAwaiting(body, result, frame, branch);
      if (result !== recurSignal) return result;
      if (--branch.ticks < 0) branch.refill();
      if (branch.turnIsOver)
        return repeatAwaiting(
          body,
          branch.inNextTurn(() => recurSignal),
          frame,
          branch,
          true,
        );
    }
  };
}

async function repeatAwaiting(
  body: Thunk,
  pending: Promise<Value>,
  frame: Frame,
  branch: Branch,
  isCounted = false,
): Promise<Value> {
  let value = await pending;
  let isPaid = isCounted;
  while (value === recurSignal) {
    if (!isPaid && --branch.ticks < 0) branch.refill();
    isPaid = false;
    if (branch.turnIsOver) await branch.evaluation.nextTurn();
    const result = body(frame, branch);
    value = result instanceof Promise ? await result : result;
  }
  return value;
}

/** Computes all new values before it changes the first slot. */
export const synchronousRecur: NodeCompiler<"recur"> = (node, compilation) => {
  const [first, second, ...rest] = node.args.map((arg) => compilation.synchronous(arg));
  const [slot = 0, secondSlot = 0] = node.slots;
  if (first === undefined) return () => recurSignal;
  if (second === undefined) {
    return (frame, branch) => {
      frame[slot] = first(frame, branch);
      return recurSignal;
    };
  }
  if (rest.length === 0) {
    return (frame, branch) => {
      const value = first(frame, branch);
      frame[secondSlot] = second(frame, branch);
      frame[slot] = value;
      return recurSignal;
    };
  }
  const all = [first, second, ...rest];
  return (frame, branch) =>
    fillSlots(
      frame,
      node.slots,
      all.map((compute) => compute(frame, branch)),
    );
};

export const awaitingRecur: NodeCompiler<"recur"> = (node, compilation) => {
  const args = node.args.map((arg) => compilation.any(arg));
  const [first, second] = args;
  const [slot = 0, secondSlot = 0] = node.slots;
  const general: Thunk = (frame, branch) =>
    evaluateAll(args, frame, branch, (values) => fillSlots(frame, node.slots, values));
  if (args.length !== 2 || first === undefined || second === undefined) return general;
  return (frame, branch) => {
    const value = first(frame, branch);
    if (value instanceof Promise)
      return value.then((settled) =>
        after(second(frame, branch), (secondValue) =>
          fillTwo(frame, slot, settled, secondSlot, secondValue),
        ),
      );
    const secondValue = second(frame, branch);
    if (secondValue instanceof Promise)
      return secondValue.then((settled) => fillTwo(frame, slot, value, secondSlot, settled));
    return fillTwo(frame, slot, value, secondSlot, secondValue);
  };
};

function fillTwo(
  frame: Frame,
  slot: number,
  value: Value,
  secondSlot: number,
  secondValue: Value,
): Value {
  frame[slot] = value;
  frame[secondSlot] = secondValue;
  return recurSignal;
}

function fillSlots(frame: Frame, slots: readonly number[], values: readonly Value[]): Value {
  for (const [index, slot] of slots.entries()) frame[slot] = values[index] ?? null;
  return recurSignal;
}
