import { expect, test } from "vitest";
import { nextTask } from "./next-task.ts";

test("lets messages that were posted before it arrive first", async () => {
  const { port1, port2 } = new MessageChannel();
  const received: unknown[] = [];
  port1.addEventListener("message", (event) => {
    received.push((event as MessageEvent).data);
  });
  port1.start();
  port2.postMessage("first");
  for (let turn = 0; turn < 10 && received.length === 0; turn++) await nextTask();
  port1.close();
  expect(received).toEqual(["first"]);
});
