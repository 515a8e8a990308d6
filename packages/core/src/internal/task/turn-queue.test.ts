import { describe, expect, test } from "vitest";
import { taskStarter } from "./host-task.ts";
import { TurnQueue } from "./turn-queue.ts";

/** A host whose tasks run only when the test calls `next`. */
class ManualHost {
  readonly tasks: (() => void)[] = [];
  readonly setImmediate = (run: () => void): void => void this.tasks.push(run);
  readonly setTimeout = this.setImmediate;

  next(): void {
    this.tasks.shift()?.();
  }
}

function queueOf(): { host: ManualHost; queue: TurnQueue; served: string[] } {
  const host = new ManualHost();
  return { host, queue: new TurnQueue(host), served: [] };
}

describe("the queue of turns", () => {
  test("resumes one run in each task of the host, in the order of their arrival", () => {
    const { host, queue, served } = queueOf();
    for (const name of ["a", "b", "c"]) queue.enter(() => served.push(name), false);
    expect(host.tasks).toHaveLength(1);
    host.next();
    expect(served).toEqual(["a"]);
    expect(host.tasks).toHaveLength(1);
    host.next();
    host.next();
    expect(served).toEqual(["a", "b", "c"]);
    expect([host.tasks.length, queue.isBusy]).toEqual([0, false]);
  });

  test("serves four fresh runs and then an older one", () => {
    const { host, queue, served } = queueOf();
    for (let run = 0; run < 10; run++) queue.enter(() => served.push("fresh"), true);
    for (let run = 0; run < 3; run++) queue.enter(() => served.push("older"), false);
    while (host.tasks.length > 0) host.next();
    const lap = ["fresh", "fresh", "fresh", "fresh", "older"];
    expect(served).toEqual([...lap, ...lap, "fresh", "fresh", "older"]);
  });

  test("gives each run its own task on workerd, which drops those of ended requests", () => {
    const host = new ManualHost();
    const navigator = { userAgent: "Cloudflare-Workers" };
    const queue = new TurnQueue(Object.assign(host, { navigator }));
    const served: string[] = [];
    const ended = (): unknown => served.push("ended");
    for (const name of ["dropped", "first"]) queue.enter(() => served.push(name), true);
    queue.enter(ended, false);
    queue.spend(1000);
    queue.leave(ended);
    host.tasks.shift();
    while (host.tasks.length > 0) host.next();
    expect(served).toEqual(["first"]);
    expect([queue.isBusy, queue.room]).toEqual([false, 8]);
  });

  test("never resumes a run that left, and spends no task on it", () => {
    const { host, queue, served } = queueOf();
    const ended = (): unknown => served.push("ended");
    queue.enter(ended, false);
    queue.enter(() => served.push("other"), false);
    queue.leave(ended);
    host.next();
    expect([served, host.tasks.length]).toEqual([["other"], 0]);
  });

  test("is busy until the next task once runs have computed for a whole slice", () => {
    const { host, queue } = queueOf();
    queue.spend(7);
    expect([queue.isBusy, queue.room]).toEqual([false, 1]);
    queue.spend(2);
    expect([queue.isBusy, queue.room, host.tasks.length]).toEqual([true, -1, 1]);
    host.next();
    expect([queue.isBusy, queue.room, host.tasks.length]).toEqual([false, 8, 0]);
  });
});

describe("the task of a host", () => {
  const calls: string[] = [];
  const noting = (name: string) => (run: () => void) => {
    calls.push(name);
    run();
  };
  const setTimeout = noting("timeout");

  test.each([
    ["Node, Bun and workerd use immediates", { setImmediate: noting("immediate") }, "iiii"],
    [
      "Deno serves its sockets after every fourth immediate",
      { setImmediate: noting("immediate"), Deno: {} },
      "iiit",
    ],
    [
      "a browser uses tasks in the background",
      { scheduler: { postTask: noting("post") }, document: {}, MessageChannel },
      "pppp",
    ],
    ["a host without immediates that is no browser uses timers", { MessageChannel }, "tttt"],
    ["a browser without channels uses timers", { document: {} }, "tttt"],
  ])("%s", (_title, names, expected) => {
    calls.length = 0;
    const start = taskStarter({ setTimeout, ...names });
    let count = 0;
    for (let task = 0; task < 4; task++) start(() => count++);
    expect([calls.map((name) => name[0]).join(""), count]).toEqual([expected, 4]);
  });

  test("an older browser posts a message for each task", async () => {
    calls.length = 0;
    const browser = { setTimeout, document: {}, MessageChannel };
    const start = taskStarter(browser);
    let served = 0;
    for (; served < 3; served++)
      await new Promise<void>((resolve) => {
        start(resolve);
      });
    expect([served, calls]).toEqual([3, []]);
  });
});
