// Starts, restarts and limits of upstreams, with servers in this process and a clock that the test
// advances.

import { describe, expect, test } from "vitest";
import { settled, TestClock } from "./clocks.ts";
import { MemoryServer } from "./memory-server.ts";
import { failureData, openedServers, result } from "./opened.ts";

const echo = { name: "echo" };

describe("starts", () => {
  test("an upstream starts when its tools are first needed, and once", async () => {
    const server = new MemoryServer(echo);
    const upstreams = openedServers({ a: server });
    expect(upstreams.health()).toMatchObject([
      { name: "a", kind: "stdio", state: "idle", tools: 0 },
    ]);
    expect(server.starts).toBe(0);
    const [tools] = await Promise.all([upstreams.tools(), upstreams.tools(), upstreams.start()]);
    expect(Object.keys(tools)).toEqual(["a/echo"]);
    await upstreams.tools();
    expect(server.starts).toBe(1);
    expect(upstreams.health()).toMatchObject([{ state: "ready", tools: 1, restarts: 0 }]);
  });

  test("a disabled upstream never starts", async () => {
    const server = new MemoryServer(echo);
    const settings = { upstreams: { a: { command: "a", disabled: true } } };
    const upstreams = openedServers({ a: server }, { settings });
    expect(await upstreams.tools()).toEqual({});
    expect(upstreams.health()).toMatchObject([{ state: "disabled" }]);
    expect(server.starts).toBe(0);
  });

  test("a server that hangs at its start doesn't hold up the others", async () => {
    const hanging = new MemoryServer(echo);
    hanging.silent = ["initialize"];
    const clock = new TestClock();
    const upstreams = openedServers({ hanging, b: new MemoryServer(echo) }, { clock });
    const pending = upstreams.tools();
    await settled();
    await clock.advance(10_000);
    expect(Object.keys(await pending)).toEqual(["b/echo"]);
    expect(upstreams.health()[0]?.state).toBe("starting");
    // The next request doesn't wait again, also not for the next start.
    expect(Object.keys(await upstreams.tools())).toEqual(["b/echo"]);
    await clock.advance(50_000);
    expect(upstreams.health()[0]).toMatchObject({
      state: "waiting",
      lastError: "it did not start within 60000 ms (startTimeoutMs)",
    });
  });

  test("a server that hangs at its list of tools fails to start", async () => {
    const server = new MemoryServer(echo);
    server.silent = ["tools/list"];
    const clock = new TestClock();
    const settings = { limits: { startTimeoutMs: 300 } };
    const upstreams = openedServers({ a: server }, { clock, settings });
    const pending = upstreams.start();
    await settled();
    await clock.advance(300);
    expect(await pending).toMatchObject([
      { state: "waiting", lastError: "it did not start within 300 ms (startTimeoutMs)" },
    ]);
  });

  test("tools of a late upstream come with a later call", async () => {
    const server = new MemoryServer(echo);
    server.silent = ["initialize"];
    const clock = new TestClock();
    const upstreams = openedServers({ a: server }, { clock, startWaitMs: 5 });
    const pending = upstreams.tools();
    await settled();
    await clock.advance(5);
    expect(await pending).toEqual({});
    server.silent = [];
    await clock.advance(60_000);
    await clock.advance(500);
    expect(Object.keys(await upstreams.tools())).toEqual(["a/echo"]);
  });
});

describe("restarts", () => {
  test("wait twice as long after each failure, and stop after five in a row", async () => {
    const server = new MemoryServer(echo);
    const clock = new TestClock();
    const starts: number[] = [];
    const begin = clock.now();
    const upstreams = openedServers(
      { a: server },
      {
        clock,
        transportOf: () => {
          starts.push(clock.now() - begin);
          throw new Error("connect ECONNREFUSED");
        },
      },
    );
    expect(await upstreams.tools()).toEqual({});
    await clock.advance(100_000);
    expect(starts).toEqual([0, 500, 1_500, 3_500, 7_500]);
    expect(upstreams.health()).toMatchObject([
      { state: "failed", lastError: "connect ECONNREFUSED", startsInMs: 0 },
    ]);
    await upstreams.tools();
    expect(starts).toHaveLength(6);
    await upstreams.tools();
    expect(starts).toHaveLength(6);
    expect(upstreams.health()[0]?.startsInMs).toBe(16_000);
  });

  test("a call waits for a restart that is near", async () => {
    const server = new MemoryServer(echo);
    const clock = new TestClock();
    const upstreams = openedServers({ a: server }, { clock });
    const tools = await upstreams.tools();
    await server.cut();
    expect(upstreams.health()).toMatchObject([
      { state: "waiting", lastError: "the connection was closed", startsInMs: 500, tools: 1 },
    ]);
    const call = result("(tool/a/echo)", tools);
    await settled();
    await clock.advance(500);
    expect(await call).toBe("echo");
    expect(upstreams.health()).toMatchObject([{ state: "ready", restarts: 1 }]);
  });

  test("a call during a long delay fails at once, and says when to try again", async () => {
    const server = new MemoryServer(echo);
    const clock = new TestClock();
    const upstreams = openedServers({ a: server }, { clock });
    const tools = await upstreams.tools();
    for (const delay of [500, 1_000, 2_000]) {
      await server.cut();
      await clock.advance(delay);
    }
    await server.cut();
    expect(await result("(tool/a/echo)", tools)).toBe(
      "tool/a/echo failed: the upstream a is not available: the connection was closed; it is started again in 4000 ms",
    );
    expect(await failureData("(tool/a/echo)", tools)).toEqual({
      kind: "upstream_unavailable",
      ran: false,
    });
  });

  test("a server that was healthy for a minute starts again without its old delays", async () => {
    const server = new MemoryServer(echo);
    const clock = new TestClock();
    const upstreams = openedServers({ a: server }, { clock });
    await upstreams.tools();
    for (let time = 0; time < 8; time++) {
      await clock.advance(60_000);
      await server.cut();
      expect(upstreams.health()[0]).toMatchObject({ state: "waiting", startsInMs: 500 });
      await clock.advance(500);
    }
    expect(upstreams.health()[0]).toMatchObject({ state: "ready", restarts: 8 });
  });

  test("a call in flight gets the kind mcp_connection_lost", async () => {
    const server = new MemoryServer(echo);
    server.result = () => undefined;
    const upstreams = openedServers({ a: server }, { clock: new TestClock() });
    const data = failureData("(tool/a/echo)", await upstreams.tools());
    await settled();
    await server.cut();
    expect(await data).toEqual({ kind: "mcp_connection_lost", ran: true });
  });
});

describe("calls", () => {
  test("a call that hangs ends at its limit, and the server stays connected", async () => {
    const server = new MemoryServer(echo);
    server.result = () => undefined;
    const clock = new TestClock();
    const upstreams = openedServers({ a: server }, { clock });
    const tools = await upstreams.tools();
    const message = result("(tool/a/echo)", tools);
    await settled();
    await clock.advance(60_000);
    expect(await message).toBe(
      "tool/a/echo failed: the upstream a did not answer within 60000 ms (callTimeoutMs): it may have taken effect",
    );
    server.result = () => ({ content: [{ type: "text", text: "again" }] });
    expect(await result("(tool/a/echo)", tools)).toBe("again");
    expect(clock.sleeping).toBe(0);
  });

  test("a call after the end of the gateway fails", async () => {
    const upstreams = openedServers({ a: new MemoryServer(echo) });
    const tools = await upstreams.tools();
    await upstreams.close();
    expect(await result("(tool/a/echo)", tools)).toContain("the upstream a is not available");
    expect(upstreams.health()).toMatchObject([{ state: "closed" }]);
    await upstreams.tools();
    expect(upstreams.health()).toMatchObject([{ state: "closed" }]);
  });
});

describe("changed lists", () => {
  test("are followed, and a flood of announcements costs one list in a second", async () => {
    const server = new MemoryServer(echo);
    const clock = new TestClock();
    const settings = { upstreams: { a: { command: "a", pinned: false } } };
    const upstreams = openedServers({ a: server }, { clock, settings });
    await upstreams.tools();
    server.tools = [echo, { name: "more" }];
    await server.announce(1_000);
    await settled();
    expect(Object.keys(await upstreams.tools())).toEqual(["a/echo", "a/more"]);
    expect(server.lists).toBe(2);
    await clock.advance(1_000);
    expect(server.lists).toBe(3);
    await clock.advance(10_000);
    expect(server.lists).toBe(3);
  });

  test("a list that fails keeps the tools of the last one", async () => {
    const server = new MemoryServer(echo);
    const clock = new TestClock();
    const upstreams = openedServers({ a: server }, { clock });
    await upstreams.tools();
    server.tools = Array.from({ length: 5_001 }, (_, index) => ({ name: `t${String(index)}` }));
    await server.announce();
    await settled();
    expect(Object.keys(await upstreams.tools())).toEqual(["a/echo"]);
    expect(upstreams.health()[0]?.errorOutput.at(-1)).toContain("lists more than 5000 tools");
  });
});

describe("the policy for servers", () => {
  const tools = [
    { name: "read", annotations: { readOnlyHint: true } },
    { name: "add", annotations: { destructiveHint: false } },
    { name: "unknown" },
  ];
  test.each([
    [{}, ["read", "add", "unknown"]],
    [{ trustHints: true }, ["add", "unknown"]],
    [{ trustHints: true, approve: "destructive" }, ["unknown"]],
    [{ approve: "destructive" }, ["read", "add", "unknown"]],
    [{ trustHints: true, approve: "all" }, ["read", "add", "unknown"]],
    [{ approve: "none" }, []],
  ])("%j gates the right tools", async (policy, gated) => {
    const settings = { policy };
    const listed = await openedServers({ a: new MemoryServer(...tools) }, { settings }).tools();
    const waiting: string[] = [];
    for (const { name } of tools)
      if (await result(`(tool/a/${name})`, listed).then((text) => text === `waits: a/${name}`))
        waiting.push(name);
    expect(waiting).toEqual(gated);
  });
});
