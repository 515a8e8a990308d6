// Sequence, `let`, `loop` and `recur`.

import { recurSignal, type Frame, type Thunk } from "../evaluation/closure.ts";
import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branch.ts";
import type { Result } from "../evaluation/result.ts";
import type { Compilation, NodeCompiler, SynchronousThunk } from "./compilation.ts";
import type { Binding } from "../analysis/core-tree.ts";

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
  const last = body.pop() ?? (() => null);
  return (frame, branch) => inOrder(body, frame, branch, () => last(frame, branch));
};

/** Evaluates `items` one after the other, then `next`; goes on in an async loop after the first promise. */
function inOrder(items: readonly Thunk[], frame: Frame, branch: Branch, next: () => Result): Result {
  for (let index = 0; index < items.length; index++) {
    const result = items[index]?.(frame, branch);
    if (result instanceof Promise) return inOrderFrom(items, index + 1, result, frame, branch, next);
  }
  return next();
}

async function inOrderFrom(items: readonly Thunk[], start: number, pending: Promise<Value>, frame: Frame, branch: Branch, next: () => Result): Promise<Value> {
  await pending;
  for (let index = start; index < items.length; index++) await items[index]?.(frame, branch);
  return next();
}

/** Code that stores what it computes in a slot. */
function storing(bindings: readonly Binding[], compilation: Compilation): Thunk[] {
  return bindings.map(({ slot, init }): Thunk => {
    const compute = compilation.any(init);
    return (frame, branch) => {
      const result = compute(frame, branch);
      return result instanceof Promise ? result.then((value) => (frame[slot] = value)) : (frame[slot] = result);
    };
  });
}

export const synchronousLet: NodeCompiler<"let"> = (node, compilation) => {
  const body = compilation.synchronous(node.body);
  const [first, ...rest] = node.bindings.map(({ slot, init }) => ({ slot, compute: compilation.synchronous(init) }));
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

export const awaitingLet: NodeCompiler<"let"> = (node, compilation) => {
  const stores = storing(node.bindings, compilation);
  const body = compilation.any(node.body);
  return (frame, branch) => inOrder(stores, frame, branch, () => body(frame, branch));
};

export const synchronousLoop: NodeCompiler<"loop"> = (node, compilation) => {
  const bindings = node.bindings.map(({ slot, init }) => ({ slot, compute: compilation.synchronous(init) }));
  const body = repeatSynchronously(compilation.synchronous(node.body));
  return (frame, branch) => {
    for (const { slot, compute } of bindings) frame[slot] = compute(frame, branch);
    return body(frame, branch);
  };
};

export const awaitingLoop: NodeCompiler<"loop"> = (node, compilation) => {
  const stores = storing(node.bindings, compilation);
  const body = repeating(compilation.any(node.body));
  return (frame, branch) => inOrder(stores, frame, branch, () => body(frame, branch));
};

/** Runs `body` until it yields something other than the recur signal. */
export function repeatSynchronously(body: SynchronousThunk): SynchronousThunk {
  return (frame, branch) => {
    for (;;) {
      const value = body(frame, branch);
      if (value !== recurSignal) return value;
      if (--branch.ticks < 0) branch.refill();
    }
  };
}

/** The same for a body that may yield a promise. */
export function repeating(body: Thunk): Thunk {
  return (frame, branch) => {
    for (;;) {
      const result = body(frame, branch);
      if (result instanceof Promise) return repeatAwaiting(body, result, frame, branch);
      if (result !== recurSignal) return result;
      if (--branch.ticks < 0) branch.refill();
    }
  };
}

async function repeatAwaiting(body: Thunk, pending: Promise<Value>, frame: Frame, branch: Branch): Promise<Value> {
  let value = await pending;
  while (value === recurSignal) {
    if (--branch.ticks < 0) branch.refill();
    const result = body(frame, branch);
    value = result instanceof Promise ? await result : result;
  }
  return value;
}

/** All new values are computed before the first slot changes. */
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
  return (frame, branch) => fillSlots(frame, node.slots, all.map((compute) => compute(frame, branch)));
};

export const awaitingRecur: NodeCompiler<"recur"> = (node, compilation) => {
  const args = node.args.map((arg) => compilation.any(arg));
  return async (frame, branch) => {
    const values: Value[] = [];
    for (const compute of args) values.push(await compute(frame, branch));
    return fillSlots(frame, node.slots, values);
  };
};

function fillSlots(frame: Frame, slots: readonly number[], values: readonly Value[]): Value {
  for (const [index, slot] of slots.entries()) frame[slot] = values[index] ?? null;
  return recurSignal;
}
