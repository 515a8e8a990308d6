// Hidden values in missions that don't start with `run`: missions of `runAll`, compiled agents, and
// replays. Each value is in another place, and none of them reaches a request to a model, a trace,
// a message of a failure, a page about a step, or a stored text.

import { describe, expect, test } from "vitest";
import { systemClock, type TraceEvent } from "@ptc/core/contracts";
import { createScriptedModel, type ModelRequest } from "@ptc/llm";
import { createMemoryTracer, formatEvent } from "@ptc/tracer";
import { defineAgent, run, runAll, tool, type MissionStep } from "../src/index.ts";
import {
  compileAgent,
  compiledAgentFromJson,
  recompileAgent,
  type CompiledAgent,
} from "../src/compiled/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { fenced } from "./missions.ts";

/** Words and numbers that occur only in hidden values. */
const secrets = [
  "kQ7contextMarlin",
  "kQ7resultMarlin",
  "kQ7memoryMarlin",
  "kQ7errorMarlin",
  "kQ7textMarlin",
  "907144233",
] as const;
const [inContext, inResult, inMemory, inError, inText] = secrets;

const context = () => ({ row: { id: 1, _ssn: inContext, _pin: 907_144_233 } });
const memory = () => ({ mine: { _note: inMemory } });
const tools = {
  look: tool({ execute: () => ({ n: 2, _token: inResult, text: `{"_pin": "${inText}"}` }) }),
  // Its message contains a value that the program has read.
  send: tool({
    execute: ({ text }) => {
      throw new Error(`cannot send ${String(text)} with {"_pin": "${inError}"}`);
    },
  }),
};

/** Programs that show values in each way, and the last one returns them. */
const shows = [
  "(println data/row (:_ssn data/row) (tool/look))",
  "[(:_pin data/row) (:_token (tool/look)) (:text (tool/look)) data/row]",
  "(println mine [(:_note mine)])",
  "(tool/send {:text (:_ssn data/row)})",
  '(throw (ex-info (str "bad " (:_ssn data/row)) {:x (:_token (tool/look))}))',
  "(+ 1 (:_ssn data/row))",
  '(step-done "one" (str "did " (:_ssn data/row)))',
  "(tool/look {(:_ssn data/row) 1 :in {(:_token (tool/look)) {:text 2}}})",
  "(def named {(:_ssn data/row) [mine]}) (println named) {(keyword (:_ssn data/row)) 1}",
  '(task (str "pay-" (:_ssn data/row)) (tool/look))',
];
const fails = '(fail (str "no " (:_ssn data/row) (:_note mine)))';
const returns = "(return {:plain (:_ssn data/row)})";

function expectHidden(place: string, text: string): void {
  for (const secret of secrets)
    expect(text.toLowerCase(), `${secret} in ${place}`).not.toContain(secret.toLowerCase());
}

function tracerOf() {
  const tracer = createMemoryTracer();
  const events: TraceEvent[] = [];
  return {
    tracer,
    events,
    options: {
      trace: tracer,
      onEvent: (event: TraceEvent) => void events.push(event),
      // Random ids and times could contain the digits of a secret.
      random: () => 0.5,
      clock: { ...systemClock, now: () => 0 },
    },
    text: () => tracer.events.map((event) => formatEvent(event)).join("\n"),
  };
}

function sentTo(requests: readonly ModelRequest[]): string {
  return JSON.stringify(requests.map(({ messages, ...others }) => [messages, Object.keys(others)]));
}

describe("hidden values of missions that run together", () => {
  const agent = defineAgent({ prompt: "Do it.", maxTurns: 15, plan: ["one"], tools });

  test.each([
    ["return", returns],
    ["fail", fails],
  ])("don't reach a model or a trace, if the missions %s", async (_, last) => {
    const { options, text } = tracerOf();
    const llm = [1, 2, 3].map(() => createScriptedModel([...shows, last]));
    const steps = await runAll(
      llm.map((model) => ({ agent, llm: model, context: context(), memory: memory() })),
      { ...options, collectMessages: true },
    );
    for (const [index, step] of steps.entries()) {
      expect(step.turns).toHaveLength(shows.length + 1);
      const sent = sentTo(llm[index]?.requests ?? []);
      expect(sent).toContain("<Firewalled>");
      expectHidden("requests", sent);
      expectHidden("messages", JSON.stringify(step.messages));
    }
    expect(text()).toContain("<Firewalled>");
    expectHidden("the trace", text());
  });

  test("don't pass from one mission to the next one, which continues from its step", async () => {
    const first = createScriptedModel(["(def x (:_ssn data/row))", returns]);
    const steps = await runAll([{ agent, context: context(), memory: memory() }], { llm: first });
    const { options, text } = tracerOf();
    const later = createScriptedModel(["(println data/plain x)", "[data/plain x]", "(return 1)"]);
    const [step] = await runAll(
      steps.map((context) => ({ agent, context, memory: context.memory })),
      { llm: later, ...options },
    );
    expect(step?.ok).toBe(true);
    expectHidden("requests", sentTo(later.requests));
    expectHidden("the trace", text());
  });
});

describe("hidden values of compiled agents", () => {
  const agent = defineAgent({
    prompt: "How many?",
    signature: "(row :any) -> {n :int, _last :string}",
    tools,
    maxTurns: 4,
  });
  const right = "(return {:n (:n (tool/look)) :_last (:_ssn data/row)})";
  const wrong = [
    ...shows.filter((program) => !program.includes("mine") && !program.includes("step-done")),
    "(return {:n (count (:_ssn data/row)) :_last (:_token (tool/look))})",
    "(return (:_ssn data/row))",
    '(fail (str "no " (:_ssn data/row)))',
  ];
  const samples = [{ context: context(), expected: { n: 2, _last: inContext } }];

  async function compiled() {
    const traced = tracerOf();
    const llm = createScriptedModel([...wrong, right].map(fenced));
    const result = await compileAgent(agent, {
      llm,
      samples,
      attempts: wrong.length + 1,
      ...traced.options,
    });
    return { llm, result, text: traced.text() };
  }

  async function compiledAgent(): Promise<CompiledAgent> {
    const { result } = await compiled();
    if (!result.ok) throw new Error(result.fail.message);
    return result.compiled;
  }

  test("don't reach the model that compiles, or the trace", async () => {
    const { llm, result, text } = await compiled();
    expect(result.ok).toBe(true);
    expect(llm.requests).toHaveLength(wrong.length + 1);
    expect(sentTo(llm.requests)).toContain("<Firewalled>");
    expectHidden("requests", sentTo(llm.requests));
    expectHidden("the trace", text);
  });

  test("aren't in the stored agent, and not in the prompts of a recompilation", async () => {
    const agentOf = await compiledAgent();
    expectHidden("the stored agent", JSON.stringify(agentOf));
    const llm = createScriptedModel([...wrong, right].map(fenced));
    const { options, text } = tracerOf();
    const again = await recompileAgent(agentOf, {
      llm,
      samples,
      attempts: wrong.length + 1,
      ...options,
    });
    expect(again.ok).toBe(true);
    expectHidden("requests", sentTo(llm.requests));
    expectHidden("the trace", text());
  });

  test("aren't in the trace of its runs, or the message of a failure", async () => {
    const stored = compiledAgentFromJson(agent, JSON.parse(JSON.stringify(await compiledAgent())));
    if (!stored.ok) throw new Error(stored.message);
    const { options, text } = tracerOf();
    const step = await stored.compiled.run({ context: context(), ...options });
    expect(step).toMatchObject({ ok: true, return: { n: 2, _last: inContext } });
    const failed = await stored.compiled.run({
      context: { row: { _ssn: { other: inContext } } },
      ...options,
    });
    expect(failed.ok).toBe(false);
    if (!failed.ok) expectHidden("the failure", failed.fail.message);
    expect(text()).toContain("<Firewalled>");
    expectHidden("the trace", text());
  });
});

describe("hidden values of replays", () => {
  const agent = defineAgent({ prompt: "Do it.", maxTurns: 15, plan: ["one"], tools });

  async function recorded(last: string): Promise<{ step: MissionStep; text: string }> {
    const lines: string[] = [];
    const record = createRunRecorder({ write: (line) => void lines.push(line) });
    const step = await run(agent, {
      llm: createScriptedModel([...shows, last]),
      context: context(),
      memory: memory(),
      journal: {},
      record,
    });
    expect(record.error).toBeUndefined();
    return { step, text: lines.join("") };
  }

  test.each([
    ["return", returns],
    ["fail", fails],
  ])("aren't in the recording, or the trace of the replay, if the mission %ss", async (_, last) => {
    const { text, step } = await recorded(last);
    expect(step.turns).toHaveLength(shows.length + 1);
    expect(text).toContain("<Firewalled");
    expectHidden("the recording", text);
    const traced = tracerOf();
    // The recording lacks the values, so the application passes the data again.
    for (const given of [{}, { context: context() }]) {
      const again = await replay(agent, readRunRecording(text), { ...given, trace: traced.tracer });
      expect(again.step.turns.length).toBeGreaterThan(0);
      if (again.divergence !== undefined)
        expectHidden("the divergence", JSON.stringify(again.divergence));
    }
    expectHidden("the trace", traced.text());
  });

  test.each(shows.map((_, index) => index + 1))(
    "aren't in the report or the trace of a replay that diverges in turn %i",
    async (turn) => {
      const { text } = await recorded(returns);
      const { tracer, text: traceText } = tracerOf();
      const again = await replay(agent, readRunRecording(text), {
        context: context(),
        programs: { [turn]: '(tool/send {:text (str "other " (:_ssn data/row))})' },
        trace: tracer,
      });
      expect(again.divergence !== undefined || !again.isSame).toBe(true);
      const { step, ...report } = again;
      expectHidden("the report", JSON.stringify(report));
      if (!step.ok) expectHidden("the failure", step.fail.message);
      expectHidden("the trace", traceText());
    },
  );
});
