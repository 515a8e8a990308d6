// Values of firewalled fields in later missions: in a chat, a chain, memory, and a journal, also
// after the step was stored as JSON. The later mission has the data, but not the firewall of the
// first one.

import { describe, expect, test } from "vitest";
import { createSession, decodeMemory, run as runProgram, type Memory } from "@ptc/lisp";
import { createScriptedModel, type ScriptedModel } from "@ptc/llm";
import {
  chain,
  createChat,
  defineAgent,
  readJournal,
  run,
  type MissionStep,
} from "../src/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";

const canary = "kQ7canaryMarlin";
const context = { row: { _ssn: canary, _pin: 907_144_233 } };

const agent = defineAgent({ prompt: "Do it.", maxTurns: 4 });

/** Asserts that no request of the model shows the value, in any letter case. */
function expectHidden(llm: ScriptedModel): void {
  const sent = JSON.stringify(llm.requests.map(({ messages }) => messages));
  expect(llm.requests.length).toBeGreaterThan(0);
  expect(sent).toContain("<Firewalled>");
  expect(sent.toLowerCase()).not.toContain(canary.toLowerCase());
  expect(sent).not.toContain("907144233");
}

async function stored(step: MissionStep): Promise<MissionStep> {
  const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
  if (!read.ok) throw new Error(read.message);
  return read.step;
}

const copies = (step: MissionStep): [string, () => Promise<MissionStep>][] => [
  ["as it is", () => Promise.resolve(step)],
  ["through JSON", () => stored(step)],
];

/** Ways to derive a text that the firewall recognizes within a mission. */
const derived = [
  "(:_ssn data/row)",
  "(str/upper-case (:_ssn data/row))",
  '(str "id " (:_ssn data/row) " of " (:_pin data/row))',
  "[{:deep [(:_ssn data/row)]}]",
  "{(:_ssn data/row) (:_pin data/row)}",
  "(pr-str {:copy (:_ssn data/row)})",
  "#{(:_ssn data/row)}",
  "(keyword (:_ssn data/row))",
];

describe.each(derived)("the value %s of an earlier mission stays hidden", (value) => {
  const finished = async (program: string, options: object = {}): Promise<MissionStep> => {
    const step = await run(agent, { llm: createScriptedModel([program]), context, ...options });
    expect(step.ok).toBe(true);
    return step;
  };

  test("in a mission with its memory", async () => {
    const step = await finished(`(do (def x ${value}) (return 1))`);
    const json = await decodeMemory(JSON.parse(JSON.stringify(step.memory)));
    const again = await decodeMemory(JSON.parse(JSON.stringify(json)));
    for (const memory of [step.memory, json, again]) {
      const llm = createScriptedModel(["(println x)", "[x]", "(return 1)"]);
      await run(agent, { llm, memory });
      expectHidden(llm);
    }
  });

  test("in the memory of a mission after the next one", async () => {
    const first = await finished(`(do (def x ${value}) (return 1))`);
    const next = await finished("(do (def y [x]) (return 1))", { memory: first.memory });
    const memory = await decodeMemory(JSON.parse(JSON.stringify(next.memory)));
    const llm = createScriptedModel(["(println y)", "(return 1)"]);
    await run(agent, { llm, memory });
    expectHidden(llm);
  });

  test("in a chain", async () => {
    const step = await finished(`(return {:plain ${value}})`);
    for (const [, copy] of copies(step)) {
      const llm = createScriptedModel(["data/plain", "(println data/plain)", "(return 1)"]);
      await chain(await copy(), agent, { llm });
      expectHidden(llm);
    }
  });

  test("in a mission with its journal", async () => {
    const step = await finished(`(do (task "card" ${value}) (return 1))`, { journal: {} });
    const llm = createScriptedModel(['(println (task "card" 0))', "(return 1)"]);
    await run(agent, {
      llm,
      journal: JSON.parse(JSON.stringify(step.journal)) as Record<string, unknown>,
    });
    expectHidden(llm);
  });

  test("in the next messages of a chat", async () => {
    const chat = createChat(agent, {
      llm: createScriptedModel([`(do (def x ${value}) (return x))`]),
      context,
    });
    const step = await chat.send("a");
    expect(step.ok).toBe(true);
    for (const [, copy] of copies(step)) {
      const llm = createScriptedModel(["(println x)", "(return 1)"]);
      await createChat(agent, { llm, after: await copy() }).send("b");
      expectHidden(llm);
    }
  });
});

test("a chat hides what an earlier message read, also in the answer before the next message", async () => {
  const llm = createScriptedModel([
    "(do (def x (:_ssn data/row)) (return x))",
    "(println x)",
    "(return 1)",
  ]);
  const chat = createChat(agent, { llm, context });
  await chat.send("a");
  await chat.send("b");
  expectHidden(llm);
});

/** A hash of the structure of the data. */
const shape: unknown = expect.any(Number);

test("the stored record of a step has positions instead of values", async () => {
  const llm = createScriptedModel([
    `(do (def x [(:_ssn data/row)]) (return {:plain (:_ssn data/row)}))`,
  ]);
  const step = await run(agent, { llm, context });
  expect(step).toMatchObject({ ok: true, firewalled: [[shape], [0, 0, canary.length]] });
  expect(step.memory.toJSON()).toEqual({
    x: [canary],
    ":firewalled": [[shape], [0, 0, 0, canary.length]],
  });
});

describe("a journal of an earlier mission hides values", () => {
  test.each([
    ["in the ids of tasks", '(do (task (str "card-" (:_ssn data/row)) 1) (return 1))'],
    [
      "in an id that is longer than a line",
      '(do (task (str (str/join (repeat 95 "x")) (:_ssn data/row)) "ok") (return 1))',
    ],
    [
      "in the reason why a result could not be stored",
      '(do (try (task "card" {(:_ssn data/row) [(atom 1)]}) (catch Exception e nil)) (return 1))',
    ],
    [
      "in the id of a result that could not be stored",
      '(do (try (task (str "card-" (:_ssn data/row)) (atom 1)) (catch Exception e nil)) (return 1))',
    ],
  ])("%s", async (_, program) => {
    const first = createScriptedModel([program, "(return 1)"]);
    const step = await run(agent, { llm: first, context, journal: {} });
    const journal = JSON.parse(JSON.stringify(step.journal)) as Record<string, unknown>;
    expect(JSON.stringify(journal)).toContain("$firewalled");
    const again = ['(task "card" 0)', "(return 1)"];
    const llm = createScriptedModel(again);
    await run(agent, { llm, journal, missionLog: "user" });
    const sent = JSON.stringify(llm.requests.map(({ messages }) => messages));
    expect(llm.requests.length).toBeGreaterThan(1);
    expect(sent).not.toContain(canary.slice(0, 4));
  });
});

test("the results of a journal with firewalled values can be read", async () => {
  const llm = createScriptedModel([
    '(do (task (str "card-" (:_ssn data/row)) (:_ssn data/row)) (return 1))',
  ]);
  const step = await run(agent, { llm, context, journal: {} });
  expect(readJournal(step.journal ?? {})).toEqual({ [`card-${canary}`]: canary });
});

describe("the memory of an earlier mission keeps its hidden values", () => {
  const sequences =
    "(do (def a [(atom 1)]) (def n (map inc [1 2])) (def b (map str [(:_ssn data/row)])))";
  const lost = `(do (def a [(atom 1)]) (def b (:_ssn data/row)) (def c "some long text that is fine here"))`;

  const memoryOf = async (program: string): Promise<Record<string, unknown>> => {
    const llm = createScriptedModel([program, "(return 1)"]);
    const step = await run(agent, { llm, context });
    expect(step.ok).toBe(true);
    return JSON.parse(JSON.stringify(step.memory)) as Record<string, unknown>;
  };

  const expectHiddenIn = async (memory: Memory): Promise<ScriptedModel> => {
    const llm = createScriptedModel(["(println b)", "[b]", "(return 1)"]);
    await run(agent, { llm, memory });
    expectHidden(llm);
    return llm;
  };

  test("beside a definition that could not be stored", async () => {
    const json = await memoryOf(lost);
    expect(json).toMatchObject({ a: { $unkept: expect.any(String) as string } });
    const once = await decodeMemory(json);
    const twice = await decodeMemory(JSON.parse(JSON.stringify(once)));
    for (const memory of [once, twice]) {
      const llm = await expectHiddenIn(memory);
      const sent = JSON.stringify(llm.requests.map(({ messages }) => messages));
      expect(sent).toContain("some long text that is fine here");
    }
  });

  test("in the reason why a definition could not be stored", async () => {
    const json = await memoryOf("(do (def b {(:_ssn data/row) [(atom 1)]}) (return 1))");
    expect(JSON.stringify(json["b"])).toContain(canary);
    await expectHiddenIn(await decodeMemory(json));
  });

  test("in lazy sequences, if a database reorders names", async () => {
    const json = await memoryOf(sequences);
    const reversed = Object.fromEntries(Object.entries(json).reverse());
    await expectHiddenIn(await decodeMemory(reversed));
    const again: unknown = JSON.parse(JSON.stringify(await decodeMemory(reversed)));
    await expectHiddenIn(await decodeMemory(again));
  });

  test.each(["0", "bb", "zz"])("if the host adds the name %s to its JSON", async (name) => {
    await expectHiddenIn(await decodeMemory({ ...(await memoryOf(lost)), [name]: "more" }));
  });

  test("after a program that ran without a mission", async () => {
    const memory = await decodeMemory(await memoryOf(lost));
    const step = await runProgram("(do (def d [b]) 1)", { memory });
    await expectHiddenIn(step.memory);
    await expectHiddenIn(await decodeMemory(JSON.parse(JSON.stringify(step.memory))));
    const session = createSession({ memory });
    await session.run("(def d 2)");
    await expectHiddenIn(session.memory);
  });
});

test("a changed record hides all texts of the answer", async () => {
  const step = await run(agent, {
    llm: createScriptedModel(["(return {:plain (:_ssn data/row)})"]),
    context,
  });
  const json = { ...stepToJson(step), firewalled: [[5, 0, 4]] };
  const read = await stepFromJson(json);
  if (!read.ok) throw new Error(read.message);
  const llm = createScriptedModel(["data/plain", "(return 1)"]);
  await chain(read.step, agent, { llm });
  expectHidden(llm);
});

test("a step without firewalled values has no record", async () => {
  const step = await run(agent, {
    llm: createScriptedModel(["(do (def x [1]) (return {:a 1}))"]),
    context,
    journal: {},
  });
  expect(step).not.toHaveProperty("firewalled");
  expect(step.memory.toJSON()).toEqual({ x: [1] });
});
