// Node.js 20 prints `MaxListenersExceededWarning` when a signal has more than ten listeners. Newer
// versions don't, so the test counts the listeners itself.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createScriptedModel, type ScriptEntry } from "@ptc/llm";
import { llmQuery, run, type PromptOptions } from "../src/index.ts";
import { call, calls } from "./native-calls.ts";

const counts = new Map<unknown, number>();
let most = 0;

beforeEach(() => {
  most = 0;
  counts.clear();
  /* eslint-disable-next-line @typescript-eslint/unbound-method -- called with a target below */
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const change = (target: unknown, type: string, by: number): void => {
    if (type !== "abort") return;
    counts.set(target, (counts.get(target) ?? 0) + by);
    most = Math.max(most, counts.get(target) ?? 0);
  };
  vi.spyOn(EventTarget.prototype, "addEventListener").mockImplementation(function (
    this: EventTarget,
    ...args: Parameters<typeof add>
  ) {
    change(this, args[0], 1);
    add.apply(this, args);
  });
  vi.spyOn(EventTarget.prototype, "removeEventListener").mockImplementation(function (
    this: EventTarget,
    ...args: Parameters<typeof remove>
  ) {
    change(this, args[0], -1);
    remove.apply(this, args);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const wait = async ({ n }: { n?: unknown }): Promise<unknown> => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return n ?? null;
};
const parallel = "(return (count (pmap #(tool/wait {:n %}) (range 30))))";
const asking = '(return (count (pmap #(tool/ask {:prompt (str "Is it " % "?")}) (range 30))))';
const natively = calls(
  ...Array.from({ length: 30 }, (_, n) => call(`c${String(n)}`, "wait", { n })),
);

test.each<readonly [string, readonly ScriptEntry[], Partial<PromptOptions<string>>]>([
  ["tools", [parallel], { tools: { wait } }],
  ["tools that wait for a slot", [parallel], { tools: { wait }, concurrency: 2 }],
  [
    "tools with a cache and a time limit",
    [parallel],
    { tools: { wait: { execute: wait, cache: true, timeoutMs: 1_000 } } },
  ],
  [
    "tools of a run with a signal",
    [parallel],
    { tools: { wait }, signal: new AbortController().signal },
  ],
  ["native calls", [natively, "Done."], { tools: { wait }, mode: "text" }],
  [
    "questions",
    [asking, ...Array.from({ length: 30 }, () => "yes")],
    { tools: { ask: llmQuery() } },
  ],
])("thirty parallel %s add at most ten listeners to a signal", async (_title, script, options) => {
  const llm = createScriptedModel(script);
  const step = await run("Do it.", { ...(options as PromptOptions<string>), llm });
  expect(step).toMatchObject({ ok: true });
  expect(step.toolCalls).toHaveLength(30);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(10);
});
