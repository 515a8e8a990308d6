// Long contexts and memories are sent to a process in pieces, while the host continues.

import { describe, expect, test } from "vitest";
import { createPool } from "../../src/node/index.ts";
import {
  children,
  forEver,
  gate,
  hasProc,
  keepsCompiled,
  kill,
  noSteps,
  testPools,
} from "./pools.ts";
import { sampled } from "../sampled.ts";

const { poolOf } = testPools();

const many = 20_000;
/** Far more rows than fit into the buffers of a pipe. */
const limits = { ...noSteps, timeoutMs: 60_000 };

/** Returns many rows. When the row `at` is copied, `act` is called. */
function rowsWith(at: number, act: () => void): readonly object[] {
  return Array.from({ length: many }, (_, id) =>
    id === at
      ? Object.defineProperty({ id }, "name", {
          enumerable: true,
          get: () => {
            act();
            return "acted";
          },
        })
      : { id, name: `name ${String(id)}` },
  );
}
const rows = rowsWith(-1, () => undefined);

/** The options through which long data reaches a program, and the program that counts it. */
const options = [
  ["a context", "(count data/rows)", (given: unknown) => ({ context: { rows: given } })],
  ["a memory", "(count rows)", (given: unknown) => ({ memory: { rows: given } })],
] as const;
const [context, memory] = options;
const sent = [context, memory];
/** `.ci/run` also ends and delays runs while a memory is copied, which is sent in the same way. */
const sampledSent = sampled(sent, 2);

describe("long data for a process", () => {
  test.each(sent)("%s arrives complete and in order", async (_, __, optionsOf) => {
    const name = optionsOf === context[2] ? "data/rows" : "rows";
    const step = await poolOf().run(
      `[(count ${name}) (= (map :id ${name}) (range ${String(many)}))
      (:name (last ${name}))]`,
      { ...optionsOf(rows), limits },
    );
    expect(step).toMatchObject({ return: [many, true, `name ${String(many - 1)}`] });
  });

  test("the memory of a program passes to the next one, however long it is", async () => {
    const pool = poolOf();
    const first = await pool.run("(def kept (mapv (fn [r] [r]) data/rows)) (def n 1)", {
      context: { rows },
      limits,
    });
    const second = await pool.run("[(count kept) (:id (first (peek kept))) n]", {
      memory: first.memory,
      limits,
    });
    expect(second).toMatchObject({ return: [many, many - 1, 1] });
  });

  test("the memory of a failed run can be sent again", { tags: "full" }, async () => {
    const pool = poolOf();
    const failed = await pool.run("(fail :no)", { memory: { rows, n: 1 }, limits });
    expect(failed.ok).toBe(false);
    expect(await pool.run("[(count rows) n]", { memory: failed.memory, limits })).toMatchObject({
      return: [many, 1],
    });
  });

  test.each(sampledSent)(
    "the host runs other tasks while %s is copied",
    async (_, source, optionsOf) => {
      let tasks = 0;
      let isCopied = false;
      const count = (): void => {
        if (isCopied) return;
        tasks++;
        setImmediate(count);
      };
      const last = rowsWith(many - 1, () => {
        isCopied = true;
      });
      setImmediate(count);
      expect(await poolOf().run(source, { ...optionsOf(last), limits })).toMatchObject({
        return: many,
      });
      expect(isCopied).toBe(true);
      expect(tasks).toBeGreaterThan(5);
    },
  );

  test.each(sampledSent)("an abort ends a run while %s is copied", async (_, source, optionsOf) => {
    const pool = poolOf();
    const controller = new AbortController();
    let reads = 0;
    const given = rowsWith(many / 2, () => controller.abort());
    const late = rowsWith(many - 1, () => reads++);
    const step = await pool.run(source, {
      ...optionsOf([...given, ...late]),
      signal: controller.signal,
      limits,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(reads).toBe(0);
    expect(await pool.run("1")).toMatchObject({ return: 1 });
  });

  test.skipIf(!hasProc).each(sampledSent)(
    "a process killed while %s is copied fails its run, and no other one",
    async (_, source, optionsOf) => {
      const pool = poolOf();
      await pool.run("1");
      const step = await pool.run(source, {
        ...optionsOf(rowsWith(many / 2, () => kill("SIGKILL"))),
        limits,
      });
      expect(step).toMatchObject({ ok: false, fail: { reason: "sandbox_failed" } });
      expect(await pool.run(source, { ...optionsOf(rows), limits })).toMatchObject({
        return: many,
      });
    },
  );

  test.skipIf(!hasProc)("no more is copied than the process reads", { tags: "full" }, async () => {
    const pool = poolOf();
    await pool.run("1");
    let reads = 0;
    const given = Array.from({ length: 250 }, (_, id) =>
      Object.defineProperty({}, "text", {
        enumerable: true,
        get: () => {
          reads++;
          return `${String(id)}${"x".repeat(100_000)}`;
        },
      }),
    );
    kill("SIGSTOP");
    const running = pool.run("(count data/rows)", { context: { rows: given }, limits });
    // Copying has stopped if nothing is read in many turns of the event loop.
    for (let [turns, last] = [0, -1]; turns < 500; turns++) {
      await new Promise((resolve) => void setImmediate(resolve));
      if (reads !== last) turns = 0;
      last = reads;
    }
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(100);
    kill("SIGCONT");
    expect(await running).toMatchObject({ return: 250 });
    expect(reads).toBe(250);
  });

  test(
    "data that cannot cross rejects the run with its name, in any piece",
    { tags: "full" },
    async () => {
      const pool = poolOf();
      const bad = [...rows, new Proxy({}, {})];
      await expect(pool.run("1", { context: { bad } })).rejects.toThrow(
        "option `context`: a Proxy cannot be sent to another process",
      );
      await expect(pool.run("1", { memory: { rows, bad } })).rejects.toThrow(
        "option `memory.bad`: a Proxy cannot be sent to another process",
      );
      await expect(pool.run("1", { context: { rows }, memory: { bad } })).rejects.toThrow(
        "option `memory.bad`: a Proxy cannot be sent to another process",
      );
      const handle = pool.share({ bad });
      await expect(pool.run("1", { context: handle })).rejects.toThrow(
        "option `context`: a Proxy cannot be sent to another process",
      );
      expect(await pool.run("1")).toMatchObject({ return: 1 });
    },
  );

  test("a long result of a tool that cannot cross is an error of the tool", async () => {
    const pool = poolOf();
    const step = await pool.run(
      "(try (tool/bad {}) (catch Exception e [(ex-message e) (count (tool/good {}))]))",
      {
        tools: { bad: () => [...rows, new Proxy({}, {})], good: () => rows },
        limits,
      },
    );
    expect(step).toMatchObject({
      return: ["a Proxy cannot be sent to another process", many],
    });
  });

  test(
    "two long results of tools and a long context arrive together",
    { tags: "full" },
    async () => {
      const step = await poolOf().run(
        "[(count data/rows) (pmap (fn [n] (count (tool/rows {:n n}))) [1 2 3])]",
        { context: { rows }, tools: { rows: ({ n }) => rows.slice(Number(n)) }, limits },
      );
      expect(step).toMatchObject({ return: [many, [many - 1, many - 2, many - 3]] });
    },
  );
});

describe("long shared contexts", () => {
  test("are copied once, and sent to each process of the pool", async () => {
    const pool = poolOf({ size: 2 });
    let reads = 0;
    const handle = pool.share({ rows: rowsWith(many - 1, () => reads++) });
    const { tool, entered, open } = gate();
    const waiting = pool.run("(tool/wait {}) (count data/rows)", {
      context: handle,
      tools: { wait: tool },
      limits,
    });
    await entered;
    expect(await pool.run("(count data/rows)", { context: handle, limits })).toMatchObject({
      return: many,
    });
    open();
    expect(await waiting).toMatchObject({ return: many });
    expect(reads).toBe(1);
  });

  test("can be released while they are sent", { tags: "full" }, async () => {
    const pool = poolOf();
    await pool.run("1");
    const handle = pool.share({ rows });
    const first = pool.run("(count data/rows)", { context: handle, memory: { rows }, limits });
    const second = pool.run("(count data/rows)", { context: handle, limits });
    handle.release();
    expect(await first).toMatchObject({ return: many });
    expect(await second).toMatchObject({ return: many });
    await expect(pool.run("1", { context: handle })).rejects.toThrow("was released");
  });

  test("closing the pool ends runs that wait for them", async () => {
    const pool = createPool({ size: 1, execArgv: keepsCompiled });
    const running = pool.run(forEver, { context: pool.share({ rows }), limits });
    await pool.close();
    expect(await running).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(children()).toEqual([]);
  });
});
