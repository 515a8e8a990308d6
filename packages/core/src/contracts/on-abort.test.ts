import { expect, test } from "vitest";
import { KeptListener, onAbort } from "./on-abort.ts";

test("any number of listeners share one listener of the signal", () => {
  const controller = new AbortController();
  const { signal } = controller;
  const added: unknown[] = [];
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    added.push(args[0]);
    add(...args);
  };
  const called: number[] = [];
  const removers = Array.from({ length: 30 }, (_, index) =>
    onAbort(signal, () => called.push(index)),
  );
  expect(added).toEqual(["abort"]);
  removers[3]?.();
  controller.abort();
  controller.abort();
  expect(called).toEqual(Array.from({ length: 30 }, (_, index) => index).filter((n) => n !== 3));
});

test("a removed listener is not called, and the last one leaves the signal without listeners", () => {
  const controller = new AbortController();
  const removed: unknown[] = [];
  const remove = controller.signal.removeEventListener.bind(controller.signal);
  controller.signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    removed.push(args[0]);
    remove(...args);
  };
  const called: string[] = [];
  const first = onAbort(controller.signal, () => called.push("first"));
  const second = onAbort(controller.signal, () => called.push("second"));
  first();
  expect(removed).toEqual([]);
  second();
  second();
  expect(removed).toEqual(["abort"]);
  onAbort(controller.signal, () => called.push("third"));
  controller.abort();
  expect(called).toEqual(["third"]);
});

test("a listener added while the signal aborts, or afterwards, is not called", () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => {
    called.push("outer");
    onAbort(controller.signal, () => called.push("inner"));
  });
  controller.abort();
  onAbort(controller.signal, () => called.push("late"));
  expect(called).toEqual(["outer"]);
});

test("the same function may listen twice", () => {
  const controller = new AbortController();
  let count = 0;
  const listener = (): void => {
    count += 1;
  };
  const remove = onAbort(controller.signal, listener);
  onAbort(controller.signal, listener);
  remove();
  controller.abort();
  expect(count).toBe(1);
});

test("a kept listener stays until another signal is kept, or it is released", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const removed: AbortSignal[] = [];
  for (const { signal } of [first, second]) {
    const remove = signal.removeEventListener.bind(signal);
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      removed.push(signal);
      remove(...args);
    };
  }
  const kept = new KeptListener();
  kept.keep(first.signal);
  const calls: string[] = [];
  onAbort(first.signal, () => calls.push("removed"))();
  onAbort(first.signal, () => calls.push("aborted"));
  expect(removed).toEqual([]);
  first.abort();
  expect(calls).toEqual(["aborted"]);
  kept.keep(second.signal);
  kept.release();
  expect(removed.at(-1)).toBe(second.signal);
});
