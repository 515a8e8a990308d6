// Every kind of value that a tool can return or throw. A replay has the same step, or says why the
// recording can't contain the value.

import { describe, expect, test } from "vitest";
import { ToolFailure } from "@ptc/core/errors";
import { Keyword, fromHost } from "@ptc/core/values";
import type { LanguageModel, ModelResponse } from "@ptc/llm";
import { contextFile, defineAgent, run, type ToolOfAgent } from "../src/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { call } from "./native-calls.ts";

class Plain {
  readonly amount = 1;
}

class WithGetter {
  readonly net = 1;
  get gross(): number {
    return this.net * 2;
  }
}

class WithManyGetters extends WithGetter {
  get a(): number {
    return 1;
  }
  get b(): number {
    return 1;
  }
  get c(): number {
    return 1;
  }
  get d(): number {
    return 1;
  }
  get e(): number {
    return 1;
  }
}

class WithJson {
  private readonly cents = 5;
  toJSON(): object {
    return { amount: this.cents / 100 };
  }
}

const bytes = new Uint8Array([1, 2, 255]);
const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

function* generator() {
  yield 1;
  yield 2;
}

async function* asyncGenerator() {
  await Promise.resolve();
  yield { id: 1 };
  yield { id: 2 };
}

const values: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  "a boolean": () => true,
  "an integer": () => 12,
  "a negative zero": () => -0,
  "a double": () => 0.1,
  NaN: () => NaN,
  Infinity: () => -Infinity,
  "a large double": () => 1e300,
  "a bigint": () => 12n,
  "a large bigint": () => 2n ** 80n,
  "a string": () => "été\u0000\ud800",
  "a boxed string": () => Object("boxed") as unknown,
  "a boxed number": () => Object(1) as unknown,
  "a symbol": () => Symbol("s"),
  "a function": () => () => 1,
  "a date": () => new Date(1_000),
  "an invalid date": () => new Date(NaN),
  "a regular expression": () => /a+/g,
  "an error": () => new Error("returned"),
  "a URL": () => new URL("https://a.example/?q=1"),
  "an array": () => [1, [2, null]],
  "an array with holes": () => [1, , 3], // eslint-disable-line no-sparse-arrays -- a kind of value
  "an object": () => ({ id: 1, "a b": { c: [] } }),
  "an object without prototype": () => Object.assign(Object.create(null) as object, { a: 1 }),
  "names of prototypes": () => JSON.parse('{"__proto__":1,"constructor":2}') as unknown,
  "fields with undefined": () => ({ a: undefined, b: 1 }),
  "fields that look like tags": () => ({ $set: [1], $file: "x", $fields: [["a", 1]] }),
  "an object with accessors": () => ({
    get now() {
      return 1;
    },
  }),
  "an accessor that throws": () => ({
    a: 1,
    get bad(): number {
      throw new Error("no");
    },
  }),
  "a map": () =>
    new Map<unknown, unknown>([
      ["a", 1],
      [2, new Map([[{ x: 1 }, 2]])],
    ]),
  "a set": () => new Set([1, "a", null]),
  "a typed array": () => bytes,
  "a buffer": () => bytes.buffer,
  "a data view": () => new DataView(bytes.buffer),
  "a float array": () => new Float64Array([0.5, NaN]),
  "a bigint array": () => new BigInt64Array([1n]),
  "an instance": () => new Plain(),
  "an instance with getters": () => new WithGetter(),
  "an instance with many getters": () => new WithManyGetters(),
  "instances with getters, nested": () => ({ rows: [new WithGetter(), new WithGetter()] }),
  "an instance with toJSON": () => new WithJson(),
  "a generator": () => generator(),
  "an async generator": () => asyncGenerator(),
  "a promise of an async generator": () => Promise.resolve(asyncGenerator()),
  "a stream": () =>
    new ReadableStream({
      start: (stream) => {
        stream.enqueue("a");
        stream.close();
      },
    }),
  "a nested promise": () => ({ later: Promise.resolve(1) }),
  "a weak map": () => new WeakMap(),
  "a blob": () => new Blob(["text"], { type: "text/plain" }),
  "a file of the host": () => new File(["text"], "a.txt", { type: "text/plain" }),
  "a context file": () => contextFile({ data: bytes, mediaType: "image/png", name: "a.png" }),
  "context files, nested": () => ({
    files: [contextFile({ data: bytes, mediaType: "image/png" })],
  }),
  "an outcome": () => ({ ok: true, value: 1 }),
  "a failed outcome": () => ({ ok: false, error: "no" }),
  "an object like a step": () => ({ ok: true, return: 1, turns: [] }),
  "a keyword": () => new Keyword("k"),
  "a language value": () => fromHost(new Set([1, "a"])),
  itself: () => cycle,
  "a proxy": () => new Proxy({ a: 1 }, {}),
  "a proxy that throws": () =>
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("hidden");
        },
      },
    ),
  "a date of another class": () => new (class Day extends Date {})(1_000),
  "an array of another class": () => class Rows extends Array<number> {}.from([1, 2]),
  "a map of another class": () => new (class Index extends Map<string, number> {})([["a", 1]]),
  headers: () => new Headers({ a: "1" }),
  "search parameters": () => new URLSearchParams("a=1&b=2"),
};

const thrown: Readonly<Record<string, () => unknown>> = {
  "an error": () => new Error("failed"),
  "an error with a cause": () => new Error("failed", { cause: new Error("why") }),
  "an error of another class": () => new RangeError("failed"),
  "an aggregate error": () => new AggregateError([new Error("a")], "several"),
  "a tool failure": () => new ToolFailure("failed", { code: 1, at: new Date(5) }),
  "a tool failure with an instance": () => new ToolFailure("failed", new WithGetter()),
  "a tool failure with a file": () =>
    new ToolFailure("failed", contextFile({ data: bytes, mediaType: "image/png" })),
  "a string": () => "failed",
  "a number": () => 5,
  null: () => null,
  undefined: () => undefined,
  "an object with a message": () => ({ message: "failed", code: 2 }),
  "an object without a message": () => ({ code: 2 }),
  "an abort": () => new DOMException("stopped", "AbortError"),
  "a proxy that throws": () =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error("hidden");
        },
      },
    ),
};

async function played(get: ToolOfAgent, program: string) {
  const lines: string[] = [];
  const record = createRunRecorder({
    write: (line) => {
      lines.push(line);
    },
  });
  const agent = defineAgent({ prompt: "Get it.", maxTurns: 1, tools: { get } });
  const step = await run(agent, { llm: () => Promise.resolve(program), record });
  expect(record.error).toBeUndefined();
  const again = await replay(agent, readRunRecording(lines.join("")));
  return { step, again, lines };
}

const reading = `(let [v (tool/get)]
  (println v)
  (return [v (pr-str v) (pr-str (type v)) (if (map? v) (keys v) nil)]))`;
const catching = `(try (tool/get)
  (catch Exception e (return [(ex-message e) (ex-data e) (pr-str (ex-data e))])))`;

/** The values that a recording can't contain. */
const refused: readonly string[] = ["itself"];

/** Values that are equal in a replay, but without a warning. */
const silent: readonly string[] = ["an accessor that throws"];

describe.each([
  ["at once", (make: () => unknown) => make()],
  ["later", (make: () => unknown) => Promise.resolve().then(make)],
])("a value that a tool returns %s", (_when, returned) => {
  test.each(Object.entries(values))("%s is the same in a replay", async (kind, make) => {
    const { step, again } = await played(() => returned(make), reading);
    if (refused.includes(kind)) {
      expect(again.divergence).toMatchObject({ kind: "unreadable" });
      return;
    }
    if (silent.includes(kind)) {
      expect({ ...again.step, return: null }).toMatchObject({ ok: true });
      expect([step.warnings?.length, again.step.warnings]).toEqual([1, undefined]);
      return;
    }
    expect(again.divergence).toBeUndefined();
    expect(again.isSame).toBe(true);
    expect(again.step.warnings).toEqual(step.warnings);
  });
});

describe("a value that a tool throws", () => {
  test.each(Object.entries(thrown))("%s is the same in a replay", async (_kind, make) => {
    const { again } = await played(() => {
      throw make();
    }, catching);
    expect(again.divergence).toBeUndefined();
    expect(again.isSame).toBe(true);
  });
});

/** Calls the tool natively in its first response. */
function callingModel(): LanguageModel {
  const capabilities = {
    streaming: false,
    toolCalls: true,
    structuredOutput: "none",
    thinking: false,
  } as const;
  return {
    contractVersion: 1,
    provider: "test",
    modelId: "calling",
    capabilities,
    generate: ({ messages }): Promise<ModelResponse> => {
      const isFirst = messages.every(({ role }) => role !== "assistant");
      return Promise.resolve({
        content: isFirst ? [call("x", "get", {})] : [{ type: "text", text: "Done." }],
        text: isFirst ? "" : "Done.",
        finishReason: isFirst ? "tool_calls" : "stop",
        modelId: "calling",
      });
    },
  };
}

describe("a value that a native call returns", () => {
  const untested = [...refused, ...silent];
  test.each(Object.entries(values).filter(([kind]) => !untested.includes(kind)))(
    "%s is the same in a replay",
    async (_kind, make) => {
      const lines: string[] = [];
      const record = createRunRecorder({
        write: (line) => {
          lines.push(line);
        },
      });
      const tools = { get: { expose: "native", execute: make } } as const;
      const agent = defineAgent({ prompt: "Get it.", mode: "text", tools });
      const step = await run(agent, { llm: callingModel(), record, collectMessages: true });
      expect(step.ok).toBe(true);
      const again = await replay(agent, readRunRecording(lines.join("")));
      expect(again.divergence).toBeUndefined();
      expect(again.step.messages).toEqual(step.messages);
    },
  );
});
