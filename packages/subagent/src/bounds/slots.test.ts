import { expect, test } from "vitest";
import { Slots } from "./slots.ts";

const goneOn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

test("gives a slot to the longest waiter that is still waiting", async () => {
  const slots = new Slots(1);
  const signal = new AbortController().signal;
  const gone = new AbortController();
  expect(slots.take()).toBe(true);
  expect(slots.take()).toBe(false);
  const got: string[] = [];
  const wait = async (name: string, given = signal): Promise<void> => {
    got.push(`${name} ${String(await slots.wait(given))}`);
  };
  void wait("a");
  void wait("b", gone.signal);
  void wait("c");
  gone.abort();
  await goneOn();
  expect(got).toEqual(["b false"]);
  slots.release();
  slots.release();
  await goneOn();
  expect(got).toEqual(["b false", "a true", "c true"]);
  expect(await slots.wait(gone.signal)).toBe(false);
  slots.release();
  expect(slots.take()).toBe(true);
});

test("passes a slot through 10,000 waiters in order", async () => {
  const slots = new Slots(2);
  const { signal } = new AbortController();
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 10_000 }, async (_, index) => {
      await slots.wait(signal);
      order.push(index);
      slots.release();
    }),
  );
  expect(order).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
  expect([slots.take(), slots.take(), slots.take()]).toEqual([true, true, false]);
});
