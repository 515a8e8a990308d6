import { expect, test } from "vitest";
import { Activity } from "./activity.ts";
import { BranchOrder } from "./branch-order.ts";
import { nextTask } from "./next-task.ts";

test("answers of a single branch take no task, and the next one of several waits for them", async () => {
  const order = new BranchOrder(new Activity());
  const passed: string[] = [];
  const pass = (name: string) => (): void => {
    passed.push(name);
  };
  order.passAlone(pass("alone 1"));
  order.passAlone(pass("alone 2"));
  expect(passed).toEqual(["alone 1", "alone 2"]);

  order.pass(pass("of a branch"));
  await Promise.resolve();
  expect(passed).toHaveLength(2);
  await nextTask();
  await nextTask();
  expect(passed).toEqual(["alone 1", "alone 2", "of a branch"]);
});

test("an answer is passed on at once if the run is known to wait", async () => {
  const order = new BranchOrder(new Activity());
  order.start();
  await nextTask();
  await nextTask();
  const passed: string[] = [];
  order.pass(() => {
    passed.push("first");
  });
  order.pass(() => {
    passed.push("second");
  });
  expect(passed).toEqual(["first"]);
  await nextTask();
  await nextTask();
  expect(passed).toEqual(["first", "second"]);
});
