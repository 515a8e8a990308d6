// Runs a mission that ends with each reason in the table of fail reasons.
import { describe, expect, test } from "vitest";
import { failReasons, type KnownFailReason } from "@ptc/core/contracts";
import { ModelError, createScriptedModel, modelsByProvider, type ScriptEntry } from "@ptc/llm";
import { createChat, defineAgent, failedStep, run, type MissionStep } from "../src/index.ts";
import { compileAgent } from "../src/compiled/index.ts";
import { readRunRecording, recordedTools } from "../src/recording/index.ts";
import { ManualClock, fenced, play, settled, type Scene } from "./missions.ts";

/** A mission that ends in a reason, and its message. */
interface Ending {
  readonly title: string;
  readonly reason: string;
  readonly message: string;
  readonly end: () => Promise<MissionStep>;
}

const once = (scene: Scene = {}): Scene => ({ maxTurns: 1, ...scene });

function ending(
  reason: string,
  title: string,
  message: string,
  script: readonly ScriptEntry[],
  scene: Scene = once(),
): Ending {
  return { reason, title, message, end: async () => (await play(script, scene)).step };
}

function asked(
  reason: string,
  title: string,
  message: string,
  options: Parameters<typeof run<":int">>[1],
): Ending {
  return { reason, title, message, end: () => run("Do it.", options) };
}

const find = { signature: "(q :string) -> [:int]", execute: () => [1] };
const silent = () => createScriptedModel([]);
const failing = (): never => {
  throw new Error("no connection");
};

const emptyRecording = JSON.stringify({
  format: "ptc-run",
  version: 1,
  runId: "a",
  seed: "b",
  recordedAt: "2026-11-23T00:00:00.000Z",
  collectMessages: false,
  context: {},
  memory: {},
});

const endings: readonly Ending[] = [
  ending("parse_error", "a program that cannot be read", "(", ["(+ 1"]),
  ending("analysis_error", "a program with an unknown name", "unknown symbol foo", ["(foo)"]),
  ending("eval_error", "a program that fails", "zero", ["(/ 1 0)"]),
  ending("eval_error", "an uncaught exception", "no rows", ['(throw (ex-info "no rows" {:n 0}))']),
  ending(
    "journal_failed",
    "a journal that nobody keeps",
    'the result of the task "pay" was not stored: disk full',
    ['(task "pay" 1)'],
    {
      journal: {},
      onJournal: () => {
        throw new Error("disk full");
      },
    },
  ),
  ending(
    "budget_exceeded",
    "a mission that may not ask again",
    "the limit of 1 requests for the mission and those below it is used up (option maxModelCalls)",
    ["1", "2"],
    { maxModelCalls: 1 },
  ),
  ending(
    "timeout",
    "a program that runs too long",
    "timeoutMs",
    ["(loop [n 0] (recur (inc n)))"],
    once({ limits: { timeoutMs: 20 } }),
  ),
  ending(
    "memory_exceeded",
    "a program that allocates too much",
    "memoryBytes",
    ["(vec (range 100000))"],
    once({ limits: { memoryBytes: 10_000 } }),
  ),
  ending(
    "memory_exceeded",
    "memory that grows too large",
    "the largest: rows",
    ["(def rows (vec (range 1000)))", "(return 1)"],
    { memoryLimitBytes: 1_000, memoryStrategy: "strict" },
  ),
  ending(
    "validation_error",
    "a context that does not match",
    "the context does not match the signature: limit",
    [],
    { signature: "(limit :int) -> :int", context: { limit: "many" } },
  ),
  ending(
    "validation_error",
    "an answer that does not match",
    "expected int",
    [fenced('"many"')],
    once({ signature: ":int" }),
  ),
  ending(
    "tool_error",
    "a tool that throws",
    "tool/find failed: no connection",
    ["(tool/find)"],
    once({ tools: { find: failing } }),
  ),
  ending(
    "tool_error",
    "arguments that do not match",
    "wrong arguments: q: expected string",
    ["(tool/find {:q 1})"],
    once({ tools: { find } }),
  ),
  ending(
    "tool_error",
    "a tool result that does not match",
    "its result does not match",
    ['(tool/find {:q "a"})'],
    once({ tools: { find: { ...find, execute: () => "none" } } }),
  ),
  ending(
    "tool_not_found",
    "a tool that does not exist",
    "there is no tool fnd",
    ["(tool/fnd)"],
    once({ tools: { find } }),
  ),
  asked("reserved_tool_name", "a tool named `return`", "tool return is a form of the language", {
    llm: () => "1",
    tools: { return: () => 1 },
  }),
  asked("reserved_tool_name", "a tool named `fail`", "tool fail is a form of the language", {
    llm: () => "1",
    tools: { fail: () => 1 },
  }),
  ending("max_turns_exceeded", "no answer in its turns", "no answer within 2 turns", ["1", "2"], {
    maxTurns: 2,
  }),
  ending(
    "turn_budget_exhausted",
    "no answer in its budget",
    "the budget of 1 turn is used up",
    ["1"],
    { maxTurns: 3, turnBudget: 1 },
  ),
  {
    reason: "mission_timeout",
    title: "no answer in time",
    message: "longer than 500 milliseconds (option missionTimeoutMs)",
    end: async () => {
      const clock = new ManualClock();
      const playing = play([() => new Promise<never>(() => undefined)], {
        clock,
        missionTimeoutMs: 500,
      });
      await settled();
      await clock.pass(500);
      return (await playing).step;
    },
  },
  ending("llm_error", "a model that refuses", "the model failed: bad key", [
    new ModelError({ kind: "auth", message: "bad key" }),
  ]),
  asked("llm_required", "no model", "no model was given", {}),
  asked(
    "llm_registry_required",
    "a name without a registry",
    'pass `llmRegistry: { "fast": model }`',
    { llm: "fast" },
  ),
  asked("llm_not_found", "a name missing from the registry", 'Did you mean "fast"?', {
    llm: "fats",
    llmRegistry: { fast: () => "1" },
  }),
  asked("llm_not_found", "a name of the prototype", 'no model "constructor"', {
    llm: "constructor",
    llmRegistry: {},
  }),
  asked("llm_not_found", "a name of another provider", "provider:model, with small, large", {
    llm: "medium:fast",
    llmRegistry: modelsByProvider({ small: silent, large: silent }),
  }),
  asked("invalid_llm", "a model that its provider refuses", '"small:x" of the registry: no key', {
    llm: "small:x",
    llmRegistry: modelsByProvider({
      small: () => {
        throw new TypeError("no key");
      },
    }),
  }),
  asked("invalid_llm", "an invalid model in the registry", "is of type number", {
    llm: "fast",
    llmRegistry: { fast: 7 as never },
  }),
  asked("invalid_llm", "an invalid model", "`llm` is of type object", {
    llm: {} as never,
  }),
  ending("no_code_found", "prose", "contains no program", ["I cannot do that."]),
  ending("multiple_code_blocks", "two programs", "contains 2 programs", [
    `${fenced("1")}\n${fenced("2")}`,
  ]),
  ending("response_withheld", "a withheld answer", "withheld the answer", [
    { text: "", finishReason: "content_filtered" },
  ]),
  ending(
    "template_error",
    "a placeholder without a value",
    "the context has no value for {{user.name}}; it has user",
    [],
    { prompt: "Greet {{user.name}}.", context: { user: {} } },
  ),
  ending(
    "step_limit_exceeded",
    "too many steps",
    "steps",
    ["(reduce + (range 10000))"],
    once({ limits: { steps: 100 } }),
  ),
  ending(
    "depth_exceeded",
    "calls too deep",
    "depth",
    ["(defn f [n] (inc (f n))) (f 1)"],
    once({ limits: { depth: 50 } }),
  ),
  ending(
    "output_exceeded",
    "too much output",
    "outputBytes",
    ['(println (apply str (repeat 1000 "x")))'],
    once({ limits: { outputBytes: 100 } }),
  ),
  ending(
    "tool_calls_exceeded",
    "too many tool calls",
    "toolCalls",
    ['(mapv (fn [_] (tool/find {:q "a"})) (range 5))'],
    once({ tools: { find }, limits: { toolCalls: 3 } }),
  ),
  ending(
    "branches_exceeded",
    "too many branches",
    "branches",
    ["(pmap inc (range 20))"],
    once({ limits: { branches: 10 } }),
  ),
  ending(
    "source_too_large",
    "a program that is too long",
    "sourceLength",
    [fenced(`(count "${"x".repeat(500)}")`)],
    once({ limits: { sourceLength: 100 } }),
  ),
  ending(
    "symbols_exceeded",
    "too many names",
    "symbols",
    [fenced("[:a :b :c :d :e :f]")],
    once({ limits: { symbols: 3 } }),
  ),
  ending(
    "replay_diverged",
    "a call that a recording does not have",
    "the recording has no call of tool/find at 1/0",
    ['(tool/find {:q "a"})'],
    { tools: recordedTools(readRunRecording(emptyRecording), { find }) },
  ),
  {
    reason: "data_drift",
    title: "data of another kind than the samples of a compiled agent",
    message: "data/rows is a number, but was a list",
    end: async () => {
      const agent = defineAgent({ prompt: "Count.", signature: "(rows :any) -> :int" });
      const llm = createScriptedModel(["(return (count data/rows))"]);
      const result = await compileAgent(agent, { llm, samples: [{ context: { rows: [1] } }] });
      if (!result.ok) throw new Error(result.fail.message);
      return await result.compiled.run({ context: { rows: 1 } });
    },
  },
  {
    reason: "chat_busy",
    title: "a message while another one is being answered",
    message: "this chat is still answering another message",
    end: async () => {
      const chat = createChat(defineAgent({ prompt: "Answer." }), {
        llm: createScriptedModel(["(return 1)"]),
      });
      const [, second] = await Promise.all([chat.send("One?"), chat.send("Two?")]);
      return second;
    },
  },
  ending("cancelled", "an abort", "cancelled", ["1"], { signal: AbortSignal.abort() }),
  asked("chained_failure", "a failed step as context", "nothing was run: not_found: nobody", {
    llm: silent(),
    context: failedStep("not_found", "nobody is there"),
  }),
  ending("failed", "`fail` with a text", "nobody is there", ['(fail "nobody is there")']),
  ending("not_enough_rows", "a custom reason of the program", "two at least", [
    '(fail {:reason :not_enough_rows :message "two at least"})',
  ]),
];

describe("the reason of a failed mission", () => {
  test.each(endings.map((each) => [each.reason, each.title, each] as const))(
    "a mission ends with %s: %s",
    async (reason, _, { message, end }) => {
      const step = await end();
      expect(step).toMatchObject({ ok: false, fail: { reason } });
      expect(step.ok ? "" : step.fail.message).toContain(message);
    },
  );
});

test("every turn reports why it failed, even if a later one answers", async () => {
  const turnEndings = [
    "(+ 1",
    "(foo)",
    "(/ 1 0)",
    "prose",
    `${fenced("1")}\n${fenced("2")}`,
    "(tool/fnd)",
    "(tool/find)",
  ];
  const { step } = await play([...turnEndings, "(return 1)"], {
    maxTurns: 8,
    tools: { find: failing },
  });
  expect(step.turns.map((turn) => turn.fail?.reason)).toEqual([
    "parse_error",
    "analysis_error",
    "eval_error",
    "no_code_found",
    "multiple_code_blocks",
    "tool_not_found",
    "tool_error",
    undefined,
  ]);
});

/** Reasons of nested agents, process pools, stores, policies, and programs that wait. */
const open: readonly KnownFailReason[] = [
  "checkpoint_failed",
  "max_depth_exceeded",
  "plan_diverged",
  "policy_denied",
  "rate_limited",
  "sandbox_failed",
  "store_failed",
  "waiting",
];

test("every reason of the table has a mission", () => {
  const shown = new Set(endings.map(({ reason }) => reason));
  expect(
    Object.keys(failReasons)
      .filter((reason) => !shown.has(reason))
      .sort(),
  ).toEqual([...open].sort());
});
