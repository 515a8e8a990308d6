// Servers in child processes: attacks, kills and their end.

import { join } from "node:path";
import { expect, test } from "vitest";
import type { Upstreams } from "../src/index.ts";
import { hastyClock, TestClock } from "./clocks.ts";
import { failureData, opened, result } from "./opened.ts";

const script = join(import.meta.dirname, "fake-server.ts");

function server(mode: string, settings: object = {}): object {
  return {
    command: process.execPath,
    args: [script, mode],
    env: { API_TOKEN: "env:API_TOKEN" },
    ...settings,
  };
}

function openedServer(mode: string, settings: object = {}): Upstreams {
  return opened(
    { policy: { approve: "none" }, upstreams: { fake: server(mode, settings) } },
    { clock: hastyClock, env: { API_TOKEN: "sekret-123" } },
  );
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Resolves once a process has ended. */
async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve));
}

test(
  "survives large answers, floods, secrets and a kill, with one server",
  { tags: "full", timeout: 60_000 },
  async () => {
    const upstreams = openedServer("banner", { maxAnswerBytes: 1_000_000 });
    const tools = await upstreams.tools();

    // An answer of 20 MB is skipped while it arrives.
    expect(await result("(tool/fake/large {:bytes 20000000})", tools)).toBe(
      "tool/fake/large failed: the answer is larger than 1000000 bytes (maxAnswerBytes): ask for less at once",
    );
    expect(await failureData("(tool/fake/large {:bytes 2000000})", tools)).toEqual({
      kind: "mcp_result",
      ran: true,
    });
    expect(await result("(count (tool/fake/large {:bytes 500000}))", tools)).toBe(524_288);

    // The same connection still works, also after a flood of notifications and error output.
    expect(await result('(tool/fake/echo {:text "a"})', tools)).toBe("a");
    expect(await result("(tool/fake/flood)", tools)).toBe("flooded");
    const [health] = upstreams.health();
    expect(health?.restarts).toBe(0);
    expect(health?.errorOutput.length).toBeLessThanOrEqual(20);

    // A server repeats its credential in an error and in a result.
    expect(await result("(tool/fake/fail)", tools)).toContain("failed with [secret]");
    const environment = String(await result("(tool/fake/environment)", tools));
    expect(environment).toContain('"API_TOKEN":"[secret]"');
    // It has only a few variables of this process.
    expect(environment).not.toContain("VITEST");

    // A kill of the server ends its children too, and the next call gets a new server.
    const processes = String(await result("(tool/fake/processes)", tools));
    const pids = processes.split(" ").map(Number);
    expect(await failureData("(tool/fake/die)", tools)).toEqual({
      kind: "mcp_connection_lost",
      ran: true,
    });
    await Promise.all(pids.map(ended));
    expect(await result('(tool/fake/echo {:text "b"})', tools)).toBe("b");
    expect(upstreams.health()).toMatchObject([{ state: "ready", restarts: 1 }]);

    const again = String(await result("(tool/fake/processes)", tools));
    await upstreams.close();
    await Promise.all(again.split(" ").map(Number).map(ended));
  },
);

test("ends servers that ignore signals, never answer, or can't start", async () => {
  const upstreams = opened(
    {
      policy: { approve: "none" },
      upstreams: {
        deaf: server("deaf"),
        exits: server("exits"),
        missing: { command: "no-such-program" },
        unset: { command: "x", env: { API_TOKEN: "env:NOT_SET" } },
      },
    },
    { clock: new TestClock(), env: { API_TOKEN: "sekret-123" } },
  );
  const health = await upstreams.start();
  expect(health.map(({ name, state }) => [name, state])).toEqual([
    ["deaf", "ready"],
    ["exits", "waiting"],
    ["missing", "waiting"],
    ["unset", "waiting"],
  ]);
  expect(health[1]?.errorOutput).toContain("it needs a token, not [secret]");
  expect(health[2]?.lastError).toBe(
    "the command no-such-program can't be started: there is no such program (or its folder doesn't exist)",
  );
  expect(health[3]?.lastError).toBe(
    "env.API_TOKEN: the environment variable NOT_SET is not set: set it before you start",
  );
  const pids = String(await result("(tool/deaf/processes)", await upstreams.tools()));
  await upstreams.close();
  await Promise.all(pids.split(" ").map(Number).map(ended));
}, 60_000);

test.runIf(process.env["PTC_TESTS"] !== undefined)(
  "an answer of 100 MB, and one that never ends, cost one call each",
  async () => {
    const upstreams = openedServer("plain", { maxAnswerBytes: 1_000_000, callTimeoutMs: 20_000 });
    const tools = await upstreams.tools();
    const before = process.memoryUsage().rss;
    expect(await failureData("(tool/fake/large {:bytes 100000000})", tools)).toMatchObject({
      kind: "mcp_result",
    });
    // The line ends the connection at a gigabyte.
    expect(await failureData("(tool/fake/endless)", tools)).toMatchObject({ ran: true });
    // Far less than the answers, of which nothing is kept; the heap grows by other work, too.
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
    expect(await result('(tool/fake/echo {:text "a"})', tools)).toBe("a");
  },
  120_000,
);
