// The records of firewalled values in summaries, cached results of tools, and the memory of
// sessions. A later mission gets only this data of the earlier one.

import { describe, expect, test } from "vitest";
import { Firewall } from "@ptc/core/firewall";
import { createSession, decodeMemory } from "@ptc/lisp";
import { createScriptedModel, type ScriptedModel } from "@ptc/llm";
import { createChat, defineAgent, run, tool, type MissionStep } from "../src/index.ts";
import { describeStep } from "../src/description/index.ts";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";

const canary = "kQ7canaryMarlin";
const context = { row: { _ssn: canary, _pin: 907_144_233 } };

function copied<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data)) as Data;
}

async function stored(step: MissionStep): Promise<MissionStep> {
  const read = await stepFromJson(copied(stepToJson(step)));
  if (!read.ok) throw new Error(read.message);
  return read.step;
}

function expectHidden(llm: ScriptedModel): string {
  const sent = JSON.stringify(llm.requests.map(({ messages }) => messages));
  expect(llm.requests.length).toBeGreaterThan(0);
  expect(sent).toContain("<Firewalled>");
  expect(sent.toLowerCase()).not.toContain(canary.toLowerCase());
  expect(sent).not.toContain("907144233");
  return sent;
}

describe("summaries of an earlier mission hide values", () => {
  const agent = defineAgent({ prompt: "Do it.", maxTurns: 4, plan: ["charge", "mail", "pack"] });
  const program =
    '(do (step-done "charge" (str "Charged " (:_ssn data/row))) (step-done "mail" "Sent to Ann") ' +
    '(step-done (str "extra-" (:_pin data/row)) "done") (return 1))';
  const first = (): Promise<MissionStep> =>
    run(agent, { llm: createScriptedModel([program]), context });

  test.each<[string, (step: MissionStep) => Promise<MissionStep["summaries"]>]>([
    ["as they are", (step) => Promise.resolve(step.summaries)],
    ["copied", (step) => Promise.resolve({ ...step.summaries })],
    ["through JSON", (step) => Promise.resolve(copied(step.summaries))],
    ["in a step through JSON", async (step) => (await stored(step)).summaries],
  ])("%s", async (_, passed) => {
    const summaries = await passed(await first());
    const llm = createScriptedModel(["(return 1)"]);
    const step = await run(agent, { llm, summaries });
    const sent = expectHidden(llm);
    expect(sent).toContain("Sent to Ann");
    expect(sent).not.toContain(":firewalled");
    // The mission after the next one hides them too.
    const third = createScriptedModel(["(return 1)"]);
    await run(agent, { llm: third, summaries: step.summaries });
    expectHidden(third);
  });

  test("if the application changed them, by hiding all", async () => {
    const { summaries } = await first();
    const llm = createScriptedModel(["(return 1)"]);
    await run(agent, { llm, summaries: { ...summaries, charge: `Charged the card ${canary}` } });
    expectHidden(llm);
  });

  test("and a program can't write the record", async () => {
    const llm = createScriptedModel([
      '(do (step-done "charge" (:_ssn data/row)) (step-done ":firewalled" "x") (return 1))',
    ]);
    const step = await run(agent, { llm, context });
    expect(step.warnings).toEqual([
      'step-done: the id ":firewalled" is reserved, so its summary was not stored',
    ]);
    const second = createScriptedModel(["(return 1)"]);
    await run(agent, { llm: second, summaries: step.summaries });
    expectHidden(second);
  });

  test("without an entry for summaries without firewalled values", async () => {
    const llm = createScriptedModel(['(do (:_ssn data/row) (step-done "mail" "ok") (return 1))']);
    expect((await run(agent, { llm, context })).summaries).toEqual({ mail: "ok" });
  });

  test("and a page about the step doesn't list the record", async () => {
    expect(describeStep(await first())).not.toContain(":firewalled");
  });
});

describe("cached results of an earlier mission hide values", () => {
  const agent = defineAgent({
    prompt: "Do it.",
    maxTurns: 4,
    tools: {
      look: tool({
        cache: true,
        execute: ({ id }) => ({
          text: `about ${String(id)}`,
          at: new Date(0),
          note: "a long visible note",
        }),
      }),
    },
  });
  const first = (): Promise<MissionStep> =>
    run(agent, {
      llm: createScriptedModel(["(do (tool/look {:id (:_ssn data/row)}) (return 1))"]),
      context,
    });

  test.each<[string, (step: MissionStep) => Promise<MissionStep["toolCache"]>]>([
    ["as they are", (step) => Promise.resolve(step.toolCache)],
    ["copied", (step) => Promise.resolve({ ...step.toolCache })],
    ["through JSON", (step) => Promise.resolve(copied(step.toolCache))],
    ["in a step through JSON", async (step) => (await stored(step)).toolCache],
  ])("%s", async (_, passed) => {
    const toolCache = await passed(await first());
    const key = `look {"id":"${canary}"}`;
    expect(Object.keys(toolCache)).toEqual([key, ":firewalled"]);
    const program = `(tool/look {:id (str "kQ7canary" "Marlin")})`;
    const llm = createScriptedModel([program, "(return 1)"]);
    const step = await run(agent, { llm, toolCache });
    const requests = llm.requests.slice(1).map(({ messages }) => messages.at(-1));
    const sent = JSON.stringify(requests);
    expect(sent).toContain("about <Firewalled>");
    expect(sent).toContain("a long visible note");
    expect(sent).not.toContain(canary);
    expect(step.toolCalls[0]?.cached).toBe(true);
    expect(Object.keys(step.toolCache)).toEqual([key, ":firewalled"]);
  });

  test("in a chat that continues from a stored step", async () => {
    const llm = createScriptedModel(["(do (tool/look {:id (:_ssn data/row)}) (return 1))"]);
    const chat = createChat(agent, { llm, context });
    const after = await stored(await chat.send("a"));
    const second = createScriptedModel([
      '(tool/look {:id (str "kQ7canary" "Marlin")})',
      "(return 1)",
    ]);
    await createChat(agent, { llm: second, after }).send("b");
    const sent = JSON.stringify(second.requests.at(-1)?.messages.at(-1));
    expect(sent).toContain("about <Firewalled>");
    expect(sent).not.toContain(canary);
  });
});

describe("the memory of a session hides values", () => {
  const program = "(def x [(:_ssn data/row) (:_pin data/row)])";

  test("in a later mission", async () => {
    const session = createSession({ firewall: new Firewall(), context });
    await session.run(program);
    for (const memory of [session.memory, await decodeMemory(copied(session.memory.toJSON()))]) {
      const llm = createScriptedModel(["(println x)", "(return 1)"]);
      await run("Show it.", { llm, memory });
      expectHidden(llm);
    }
  });

  test("in a later session, in the texts that its firewall masks", async () => {
    const session = createSession({ firewall: new Firewall(), context });
    await session.run(program);
    const memory = await decodeMemory(copied(session.memory.toJSON()));
    const firewall = new Firewall();
    const later = createSession({ firewall, memory });
    const step = await later.run("(println x)");
    const shown = firewall.mask(step.prints.join("\n"));
    expect(shown).toBe('["<Firewalled>" <Firewalled>]'.replaceAll('"', ""));
    await later.run("(def y {:copy x})");
    const llm = createScriptedModel(["(println y)", "(return 1)"]);
    await run("Show it.", { llm, memory: await decodeMemory(copied(later.memory.toJSON())) });
    expectHidden(llm);
  });

  test("of a mission, in a later session", async () => {
    const llm = createScriptedModel([`(do ${program} (return 1))`]);
    const { memory } = await run("Do it.", { llm, context });
    const firewall = new Firewall();
    const step = await createSession({ firewall, memory }).run("(println x)");
    expect(firewall.mask(step.prints.join("\n"))).not.toContain(canary);
  });

  test("but has no record without firewalled values", async () => {
    const session = createSession({ firewall: new Firewall(), context });
    await session.run("(do (:_ssn data/row) (def x 1))");
    expect(session.memory.toJSON()).toEqual({ x: 1 });
  });
});
