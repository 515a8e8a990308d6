// A wrong option throws at once, before a model is called. The error names the option, the expected
// value and the given one.
import { describe, expect, test } from "vitest";
import { OptionError } from "@ptc/core/errors";
import type { ModelRequest } from "@ptc/llm";
import {
  defineAgent,
  previewPrompt,
  run,
  runEvents,
  runOrThrow,
  selfTool,
  type AgentOptions,
} from "../src/index.ts";
import { formatFeedback, formatResult, truncateForHistory } from "../src/text.ts";
import { modeNames } from "../src/mode-traits/mode-table.ts";
import { createRunRecorder, replay } from "../src/recording/index.ts";

/** Each option with invalid values and the messages for them. */
const agentMistakes: Readonly<
  Record<keyof AgentOptions, readonly (readonly [given: unknown, message: string])[]>
> = {
  prompt: [
    [7, "`prompt`: expected a string that says what to do, got 7"],
    ["", '`prompt`: expected a string that says what to do, got ""'],
    ["{{a", "`prompt`: "],
  ],
  signature: [
    [7, "`signature`: expected a string such as"],
    ["() -> {a :list}", "`signature`: unknown type :list"],
  ],
  mode: [
    [
      "json",
      `\`mode\`: expected ${JSON.stringify(modeNames).slice(1, -1).replaceAll(",", ", ")}, got "json"`,
    ],
  ],
  tools: [
    [[], "`tools`: expected tools by name, got a list"],
    [
      { a: null },
      "`tools.a`: expected a function, a tool with an `execute` function, or the result of `asTool`, got null",
    ],
    [
      { a: {} },
      "`tools.a`: expected a function, a tool with an `execute` function, or the result of `asTool`, got an object",
    ],
    [{ a: { execute: () => 1, cache: 1 } }, "`tools.a.cache`: expected true or false, got 1"],
    [
      { a: { execute: () => 1, timeoutMs: 0 } },
      "`tools.a.timeoutMs`: expected milliseconds above 0, at most 2147483647, got 0",
    ],
    [
      { a: { execute: () => 1, retries: 1.5 } },
      "`tools.a.retries`: expected a whole number from 0, got 1.5",
    ],
    [
      { a: { ...selfTool, signature: "() -> :int", concurrency: 0 } },
      "`tools.a.concurrency`: expected a whole number from 1, got 0",
    ],
    [
      { a: { execute: () => 1, inputShema: {} } },
      "`tools.a.inputShema`: unknown option (did you mean `inputSchema`?)",
    ],
    [
      { a: { execute: () => 1, description: 1 } },
      "`tools.a.description`: expected a string, got 1",
    ],
    [{ a: { execute: () => 1, signature: ":intt" } }, "`tools.a.signature`: "],
    [
      { a: { execute: () => 1, outputSchema: "s" } },
      '`tools.a.outputSchema`: expected a Standard Schema (zod, valibot, arktype…), got "s"',
    ],
    [{ return: () => 1 }, "`tools.return`: is a form of the language"],
    [{ lisp_eval: () => 1 }, "`tools.lisp_eval`: is reserved for the tool that runs programs"],
    [
      { a: { execute: () => 1, expose: "all" } },
      '`tools.a.expose`: expected "native", "program", "both", got "all"',
    ],
    [
      { a: { execute: () => 1, cache: true, nativeResult: {} } },
      '`tools.a.nativeResult`: needs expose: "both" and cache: true, so that programs can get the full result',
    ],
    [
      { a: { execute: () => 1, expose: "both", nativeResult: { preview: "rows" } } },
      '`tools.a.nativeResult`: needs expose: "both" and cache: true, so that programs can get the full result',
    ],
    [
      { a: { execute: () => 1, expose: "both", cache: true, nativeResult: "rows" } },
      '`tools.a.nativeResult`: expected an object such as { preview: "rows", limit: 5 }, got "rows"',
    ],
    [
      { a: { execute: () => 1, expose: "both", cache: true, nativeResult: { preview: "all" } } },
      '`tools.a.nativeResult.preview`: expected "metadata", "rows" or a function, got "all"',
    ],
    [
      { a: { execute: () => 1, expose: "both", cache: true, nativeResult: { limit: 5 } } },
      '`tools.a.nativeResult.limit`: is only for preview: "rows", got 5',
    ],
    [
      {
        a: {
          execute: () => 1,
          expose: "both",
          cache: true,
          nativeResult: { preview: "rows", limit: 0 },
        },
      },
      "`tools.a.nativeResult.limit`: expected a whole number from 1, got 0",
    ],
    [
      { a: { execute: () => 1, expose: "both", cache: true, nativeResult: { rows: 5 } } },
      "`tools.a.nativeResult.rows`: unknown option (expected preview, limit)",
    ],
  ],
  name: [[1, "`name`: expected a string, got 1"]],
  description: [[{}, "`description`: expected a string, got an object"]],
  // A model is checked when it is called: see the reasons `llm_required` to `invalid_llm`.
  llm: [],
  maxTurns: [
    [0, "`maxTurns`: expected a whole number from 1, got 0"],
    ["3", '`maxTurns`: expected a whole number from 1, got "3"'],
    [NaN, "got NaN"],
    [1.5, "got 1.5"],
    [null, "got null"],
  ],
  retryTurns: [[-1, "`retryTurns`: expected a whole number from 0, got -1"]],
  turnBudget: [[Infinity, "`turnBudget`: expected a whole number from 1, got Infinity"]],
  maxModelCalls: [[0, "`maxModelCalls`: expected a whole number from 1, got 0"]],
  maxTokens: [[1.5, "`maxTokens`: expected a whole number from 1, got 1.5"]],
  maxCost: [
    [0, "`maxCost`: expected a number above 0, got 0"],
    ["1", '`maxCost`: expected a number above 0, got "1"'],
  ],
  onBudgetExceeded: [["stop", '`onBudgetExceeded`: expected "fail", "return-partial", got "stop"']],
  maxToolCalls: [[0, "`maxToolCalls`: expected a whole number from 1, got 0"]],
  maxDepth: [[-1, "`maxDepth`: expected a whole number from 0, got -1"]],
  missionLog: [["prompt", '`missionLog`: expected "system", "user", "none", got "prompt"']],
  missionTimeoutMs: [
    [0, "`missionTimeoutMs`: expected milliseconds above 0, at most 2147483647, got 0"],
    ["5", 'got "5"'],
    [2 ** 31, "got 2147483648"],
  ],
  completion: [["maybe", '`completion`: expected "explicit", "implicit", got "maybe"']],
  limits: [
    [{ step: 1 }, "`limits.step`: unknown option (did you mean `steps`?)"],
    [{ steps: 0 }, "`limits.steps`: expected a positive number, got 0"],
    [[], "`limits`: expected an object with the options steps"],
  ],
  memoryLimitBytes: [[0, "`memoryLimitBytes`: expected a whole number from 1, got 0"]],
  memoryStrategy: [["drop", '`memoryStrategy`: expected "strict", "rollback", got "drop"']],
  validation: [
    [true, '`validation`: expected "enabled", "warn-only", "strict", "disabled", got true'],
  ],
  output: [
    [
      { type: "object" },
      "`output`: expected a Standard Schema (zod, valibot, arktype…); convert a JSON Schema: outputSchema(signatureFromJsonSchema({ output: schema }).signature), from @ptc/signature and @ptc/signature/json-schema, got an object",
    ],
  ],
  concurrency: [[0, "`concurrency`: expected a whole number from 1, got 0"]],
  toolTimeoutMs: [[0, "`toolTimeoutMs`: expected milliseconds above 0"]],
  depsType: [[1, "`depsType`: expected the result of `depsOf`, got 1"]],
  libraries: [
    [
      { a: "(def x 1)" },
      "`libraries`: expected the result of `await createLibraries({ … })`, got an object",
    ],
  ],
  contextDescriptions: [
    ["a", '`contextDescriptions`: expected strings by field name, got "a"'],
    [{ a: 1 }, "`contextDescriptions.a`: expected a string, got 1"],
  ],
  fieldDescriptions: [
    [[], "`fieldDescriptions`: expected strings by field name, got a list"],
    [{ a: null }, "`fieldDescriptions.a`: expected a string, got null"],
  ],
  policy: [
    ["all", "`policy`: expected a list of rules, { rules, defaults } or a function"],
    [[{ tool: "pay" }], '`policy[0].verdict`: expected "allow", "ask" or "deny"'],
  ],
  provenance: [["loose", '`provenance`: expected true, false or "strict"']],
  firewall: [
    [7, "`firewall`: expected an object such as"],
    [{ deny: [] }, "`firewall.deny`: unknown option"],
    [{ allow: "_id" }, "`firewall.allow`: expected names of fields that start with `_`"],
    [{ allow: ["id"] }, "`firewall.allow`: expected names of fields that start with `_`"],
  ],
  format: [
    [{ feedback: 1 }, "`format.feedback`: unknown option"],
    [{ feedbackMaxChars: 5 }, "`format.feedbackMaxChars`: expected a whole number from 40, got 5"],
    [{ floatPrecision: 21 }, "`format.floatPrecision`: expected at most 20 decimal places, got 21"],
    [null, "`format`: expected an object with the options feedbackLimit"],
  ],
  json: [["yes", '`json`: expected true or false, got "yes"']],
  thinking: [["yes", '`thinking`: expected true or false, got "yes"']],
  chargeToolTime: [[1, "`chargeToolTime`: expected true or false, got 1"]],
  systemPrompt: [
    [
      7,
      "`systemPrompt`: expected a string, { prefix, suffix } with strings, or a function of the assembled prompt, got 7",
    ],
    [{ before: "a" }, "got an object"],
  ],
  llmRetry: [
    [{ times: 1 }, "`llmRetry.times`: unknown option"],
    [{ maxAttempts: 0 }, "`llmRetry.maxAttempts`: expected a whole number from 1, got 0"],
    [{ backoff: "fast" }, 'got "fast"'],
    [{ baseDelayMs: "1" }, '`llmRetry.baseDelayMs`: expected milliseconds from 0, got "1"'],
    [{ kinds: "auth" }, '`llmRetry.kinds`: expected a list of error kinds, got "auth"'],
    [5, "`llmRetry`: expected an object"],
  ],
  modelOptions: [
    [{ temprature: 1 }, "`modelOptions.temprature`: unknown option"],
    [{ temperature: "hot" }, '`modelOptions.temperature`: expected a number, got "hot"'],
    [
      { maxOutputTokens: 0 },
      "`modelOptions.maxOutputTokens`: expected a whole number of tokens from 1, got 0",
    ],
    [{ stopSequences: "a" }, "`modelOptions.stopSequences`: expected a list of strings"],
    [{ seed: 0.5 }, "got 0.5"],
    [{ providerOptions: 1 }, "got 1"],
    [[], "`modelOptions`: expected an object"],
  ],
  compaction: [
    ["yes", '`compaction`: expected true, false or an object, got "yes"'],
    [{ keep: 3 }, "`compaction.keep`: unknown option (expected strategy, trigger"],
    [{ strategy: "forget" }, '`compaction.strategy`: expected "trim", "summarize", got "forget"'],
    [{ trigger: 8 }, "`compaction.trigger`: expected an object with the options turns, tokens"],
    [{ trigger: {} }, "`compaction.trigger`: expected turns, tokens or both"],
    [
      { trigger: { turns: 1 } },
      "`compaction.trigger.turns`: expected a whole number from 2, got 1",
    ],
    [
      { trigger: { tokens: 0 } },
      "`compaction.trigger.tokens`: expected a whole number from 1, got 0",
    ],
    [{ keepRecentTurns: 0 }, "`compaction.keepRecentTurns`: expected a whole number from 1, got 0"],
    [
      { keepRecentTurns: 8 },
      "`compaction.trigger.turns`: must be more than keepRecentTurns (8), got 8",
    ],
    [
      { keepFirstMessage: false },
      "`compaction.keepFirstMessage`: the first message contains the mission and can't be omitted",
    ],
    [{ keepFirstMessage: 1 }, "`compaction.keepFirstMessage`: expected true, got 1"],
    [{ countTokens: 4 }, "`compaction.countTokens`: expected a function of a string, got 4"],
    [{ llm: "small" }, '`compaction.llm`: is for the strategy "summarize"'],
    [
      { strategy: "summarize", summaryMaxChars: 10 },
      "`compaction.summaryMaxChars`: expected a whole number from 200, got 10",
    ],
  ],
  plan: [
    [
      "look",
      '`plan`: expected a list of descriptions, of [id, description] or of { id, description }, got "look"',
    ],
    [
      [1],
      "`plan[0]`: expected a string, [id, description] or { id, description } with strings in both, got 1",
    ],
    [["a", { id: "1", description: "b" }], '`plan`: the id "1" occurs twice'],
  ],
};

const missionMistakes: Readonly<
  Record<string, readonly (readonly [given: unknown, message: string])[]>
> = {
  llmRegistry: [["fast", '`llmRegistry`: expected models by name, got "fast"']],
  context: [
    [[1], "`context`: expected an object whose fields become data/…, or a step, got a list"],
  ],
  memory: [[7, "`memory`: expected the memory of a step, or values by name, got 7"]],
  journal: [["j", '`journal`: expected results of tasks by id, got "j"']],
  toolCache: [[[], "`toolCache`: expected the toolCache of a step, got a list"]],
  firewall: [
    [7, "`firewall`: expected an object such as"],
    [{ deny: [] }, "`firewall.deny`: unknown option"],
    [{ allow: "_id" }, "`firewall.allow`: expected names of fields that start with `_`"],
    [{ allow: ["id"] }, "`firewall.allow`: expected names of fields that start with `_`"],
  ],
  signal: [[{}, "`signal`: expected an AbortSignal, got an object"]],
  collectMessages: [[1, "`collectMessages`: expected true or false, got 1"]],
  onEvent: [["log", '`onEvent`: expected a function of an event, got "log"']],
  onJournal: [
    [1, "`onJournal`: expected a function of a journal change, got 1"],
    [() => 1, "`onJournal`: needs a journal to report changes of: add { journal: {} }"],
  ],
  budget: [["stop", '`budget`: expected a function of the usage, got "stop"']],
  price: [[1, "`price`: expected a function of tokens and a model, got 1"]],
  trace: [[() => 1, "`trace`: expected a sink, an object with an `emit` function, got a function"]],
  clock: [[{ now: 1 }, "`clock`: expected a clock"]],
  random: [[4, "`random`: expected a function that returns numbers from 0 to below 1, got 4"]],
  contxt: [[{}, "`contxt`: unknown option (did you mean `context` or `onText`?)"]],
};

const rows = (mistakes: Readonly<Record<string, readonly (readonly [unknown, string])[]>>) =>
  Object.entries(mistakes).flatMap(([name, cases]) =>
    cases.map(([given, message]) => [name, message, given] as const),
  );

test.each(rows(agentMistakes))(
  "refuses a wrong option of an agent, %s: %s",
  async (name, message, given) => {
    const options = { prompt: "p", [name]: given } as unknown as AgentOptions;
    expect(() => defineAgent(options)).toThrow(OptionError);
    expect(() => defineAgent(options)).toThrow(`option ${message}`.replace(/^option got/, "got"));
    if (name === "prompt" || (name === "tools" && message.includes("tools.return"))) return;
    await expect(
      run("p", { ...options, prompt: undefined, llm: () => "1" } as never),
    ).rejects.toThrow(OptionError);
  },
);

test.each(rows(missionMistakes))(
  "refuses a wrong option of a mission, %s: %s",
  async (name, message, given) => {
    const requests: ModelRequest[] = [];
    const agent = defineAgent({ prompt: "p" });
    const options = {
      llm: (request: ModelRequest) => {
        requests.push(request);
        return "(return 1)";
      },
      [name]: given,
    } as never;
    await expect(run(agent, options)).rejects.toThrow(`option ${message}`);
    await expect(runOrThrow(agent, options)).rejects.toThrow(OptionError);
    expect(() => runEvents(agent, options)).toThrow(`option ${message}`);
    expect(requests).toEqual([]);
  },
);

test("formatters, recorders and replays refuse unknown option names", async () => {
  const misspelled = { maxChars: 40 } as never;
  const unknown = "option `maxChars`: unknown option (expected ";
  expect(() => formatFeedback([1], misspelled)).toThrow(`${unknown}feedbackLimit`);
  expect(() => formatResult([1], misspelled)).toThrow(`${unknown}resultLimit`);
  expect(() => truncateForHistory([1], misspelled)).toThrow(`${unknown}maxBytes`);
  expect(() => createRunRecorder({ write: () => undefined, maxChars: 40 } as never)).toThrow(
    `${unknown}write`,
  );
  await expect(replay(defineAgent({ prompt: "p" }), {} as never, misspelled)).rejects.toThrow(
    `${unknown}context`,
  );
});

describe("the agent and options of a run", () => {
  test("reports an agent that `defineAgent` did not create", async () => {
    await expect(run({ prompt: "p" } as never, { llm: () => "1" })).rejects.toThrow(
      "option `agent`: expected an agent from `defineAgent`, or a prompt, got an object",
    );
    await expect(run(undefined as never, { llm: () => "1" })).rejects.toThrow("option `agent`");
    expect(() => runEvents(7 as never, {})).toThrow(
      "option `agent`: expected an agent from `defineAgent`, or a prompt, got 7",
    );
    expect(() => previewPrompt({} as never)).toThrow("option `agent`");
  });

  test("an agent with its own model runs without options", async () => {
    const agent = defineAgent({
      prompt: "p",
      signature: "(n :int?) -> :int",
      llm: () => "(return 4)",
    });
    expect(await run(agent)).toMatchObject({ ok: true, return: 4 });
    expect(await runOrThrow(agent)).toMatchObject({ return: 4 });
    expect(await runEvents(agent).step).toMatchObject({ return: 4 });
    const withoutModel = await run(defineAgent({ prompt: "p" }));
    expect(withoutModel).toMatchObject({ ok: false, fail: { reason: "llm_required" } });
  });

  test("reports wrong options", async () => {
    await expect(run(defineAgent({ prompt: "p" }), null as never)).rejects.toThrow(
      "option `options`: expected an object with the options llm",
    );
    await expect(run("p", null as never)).rejects.toThrow("option `options`: expected an object");
    expect(() => defineAgent("p" as never)).toThrow(
      "option `options`: expected an object with the options prompt",
    );
  });

  test("a system prompt that throws or isn't a text rejects the run", async () => {
    await expect(
      run(defineAgent({ prompt: "p", systemPrompt: (() => 7) as never }), { llm: () => "1" }),
    ).rejects.toThrow("option `systemPrompt`: expected a function that returns a string, got 7");
    await expect(
      run(
        defineAgent({
          prompt: "p",
          systemPrompt: () => {
            throw new Error("mine");
          },
        }),
        { llm: () => "1" },
      ),
    ).rejects.toThrow("mine");
  });
});
