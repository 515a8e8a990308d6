// Runs every pattern, compares its answer with the facts, and breaks a part of each.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run, type MissionStep } from "@ptc/subagent";
import { checkingModel, stubbornModel } from "../src/answers/generate-and-check.ts";
import { mapAndReduceModel } from "../src/answers/map-and-reduce.ts";
import { oneAgentModel } from "../src/answers/one-agent.ts";
import { orchestratorModel } from "../src/answers/orchestrator-and-workers.ts";
import { plannerModel } from "../src/answers/planner-and-executor.ts";
import { largeModel, smallModel } from "../src/answers/small-then-large.ts";
import { read } from "../src/answers/reading.ts";
import { cannedModel } from "../src/canned-model.ts";
import { factsOf } from "../src/facts.ts";
import { generateAndCheck } from "../src/generate-and-check.ts";
import { litresByPlant, logsOf, type PlantLitres } from "../src/logs.ts";
import { mapAndReduce } from "../src/map-and-reduce.ts";
import { oneAgent } from "../src/one-agent.ts";
import { orchestratorAndWorkers } from "../src/orchestrator-and-workers.ts";
import { allPatterns, limit } from "../src/patterns.ts";
import { plannerAndExecutor, readingsOf } from "../src/planner-and-executor.ts";
import { partsOf } from "../src/reader.ts";
import { smallThenLarge } from "../src/small-then-large.ts";
import { patternTable } from "../src/table.ts";

const logs = logsOf(1);
const facts = factsOf(logs, limit);
const reasonOf = (step: MissionStep) => (step.ok ? "none" : step.fail.reason);

test.each([1, 2, 3])(
  "every pattern returns the answer computed from the facts of seed %d",
  async (seed) => {
    const rows = await allPatterns(seed);
    expect(rows.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(rows).toHaveLength(8);
  },
);

test("another seed has other facts", () => {
  expect(factsOf(logsOf(2), limit)).not.toEqual(facts);
});

test("the guide shows the measured table of patterns", async () => {
  const guide = readFileSync(
    join(import.meta.dirname, "../../../docs/guides/choosing-a-pattern.md"),
    "utf8",
  );
  const rows = await allPatterns(1);
  expect(guide).toContain(patternTable(rows));
  const tokens = (pattern: string) => {
    const row = rows.find((each) => each.pattern === pattern);
    return row === undefined ? Number.NaN : row.inputTokens + row.outputTokens;
  };
  const [small, large, alone] = [
    tokens("small, then large: small"),
    tokens("small, then large: large"),
    tokens("the large one alone"),
  ];
  const percent = (share: number) => `${String(Math.round(share * 100))} %`;
  expect(guide).toContain(`all of it costs ${percent((small / 10 + large) / alone)} of asking`);
  expect(guide).toContain(`saved from ${percent((alone - large) / small)} of its price on`);
});

test("one agent looks at the wording of the logs and then computes", async () => {
  const step = await oneAgent(logs, oneAgentModel());
  expect(step.ok && step.return).toEqual(facts.litres);
  expect(step.turns).toHaveLength(2);
});

describe("map and reduce", () => {
  test("map and reduce reads each part separately, within the bound of concurrent requests", async () => {
    const model = mapAndReduceModel();
    const { read: steps, unread } = await mapAndReduce(logs, model, { concurrency: 2 });
    expect(steps).toHaveLength(partsOf(logs).length);
    expect(unread).toEqual([]);
    expect(model.counted.atOnce).toBe(2);
    const entries = (prompt: string) => prompt.match(/^No\. /gm)?.length ?? 0;
    expect(Math.max(...model.counted.prompts.map(entries))).toBe(16);
  });

  test("map and reduce continues without an unreadable part, and names it", async () => {
    const text = partsOf(logs).findLast(({ plant }) => plant === "Damm")?.text ?? "";
    const model = mapAndReduceModel((prompt) =>
      prompt.includes(text) ? '{"fail": "smudged"}' : JSON.stringify(read(prompt)),
    );
    const { step, unread } = await mapAndReduce(logs, model);
    expect(unread.map(({ part, fail }) => [part.plant, fail.reason, fail.message])).toEqual([
      ["Damm", "failed", "smudged"],
    ]);
    const others = (litres: readonly PlantLitres[]) =>
      litres.filter(({ plant }) => plant !== "Damm");
    expect(step.ok && others(step.return)).toEqual(others(facts.litres));
    expect(step.ok && step.return).not.toEqual(facts.litres);
  });

  test("map and reduce answers from the parts read within the budget, and lists the rest", async () => {
    const {
      step,
      read: steps,
      unread,
    } = await mapAndReduce(logs, mapAndReduceModel(), {
      maxModelCalls: 8,
    });
    expect(unread.map(({ fail }) => fail.reason)).toEqual(
      Array.from({ length: steps.length - 8 }, () => "budget_exceeded"),
    );
    // Eight parts are the logs of two plants.
    expect(step.ok && step.return).toEqual(litresByPlant(logs.slice(0, 2)));
  });
});

describe("an orchestrator", () => {
  test("the orchestrator asks workers only about the pumps that need it", async () => {
    const model = orchestratorModel();
    const step = await orchestratorAndWorkers(logs, model);
    expect(step.ok && step.return).toEqual({ orders: facts.orders, undecided: [] });
    expect(step.childSteps).toHaveLength(model.counted.requests - 1);
    expect(step.childSteps?.length).toBeLessThan(logs.length * 4);
  });

  test("the orchestrator continues without a plant that doesn't respond, and says why", async () => {
    const step = await orchestratorAndWorkers(logs, orchestratorModel(), { offline: ["Fehn"] });
    if (!step.ok) expect.fail(step.fail.message);
    expect(step.return.orders).toEqual(facts.orders.filter(({ plant }) => plant !== "Fehn"));
    expect(new Set(step.return.undecided.map(({ plant, why }) => `${plant}: ${why}`))).toEqual(
      new Set(["Fehn: Fehn does not answer"]),
    );
  });

  test("the orchestrator still answers when the budget is used up, and names what is undecided", async () => {
    const step = await orchestratorAndWorkers(logs, orchestratorModel(), { maxModelCalls: 4 });
    if (!step.ok) expect.fail(step.fail.message);
    const { orders, undecided } = step.return;
    expect(undecided.length).toBeGreaterThan(0);
    expect(undecided.filter(({ why }) => !why.includes("budget_exceeded"))).toEqual([]);
    expect(facts.orders).toEqual(expect.arrayContaining([...orders]));
    const reasons = step.childSteps?.map((child) => reasonOf(child.step));
    expect(reasons?.filter((reason) => reason === "budget_exceeded")).toHaveLength(
      undecided.length,
    );
  });
});

describe("planner and executor", () => {
  const readings = readingsOf(logs);
  const planning = (steps: string) => cannedModel("planner", { "Plan the check": [steps] });

  test("the executor reports each step of the plan as done", async () => {
    const planned = await plannerAndExecutor(readings, limit, plannerModel());
    if (planned.kind !== "handed-on" || !planned.plan.ok) expect.fail("no plan");
    expect(planned.audit.ok && planned.audit.return).toEqual(facts.audit);
    expect(Object.keys(planned.audit.summaries)).toEqual(
      planned.plan.return.steps.map(({ id }) => id),
    );
  });

  test("the executor does nothing without a plan", async () => {
    const model = planning('(fail "nothing to check")');
    const planned = await plannerAndExecutor(readings, limit, model);
    expect(planned).toMatchObject({
      kind: "handed-on",
      audit: { ok: false, fail: { reason: "chained_failure" }, turns: [] },
    });
    expect(model.counted.requests).toBe(1);
  });

  test.each([
    ["it has 1 steps", '(return {:steps [{:id "all" :task "Check"}]})'],
    [
      "two steps have the same id",
      '(return {:steps [{:id "sum" :task "Add"} {:id "sum" :task "Compare"}]})',
    ],
    ["a step says nothing", '(return {:steps [{:id "sum" :task "Add"} {:id "b" :task " "}]})'],
  ])("the executor does nothing for a rejected plan: %s", async (why, answer) => {
    const model = planning(answer);
    expect(await plannerAndExecutor(readings, limit, model)).toMatchObject({
      kind: "refused",
      why,
    });
    expect(model.counted.requests).toBe(1);
  });
});

describe("generate and check", () => {
  test("generate and check corrects the findings", async () => {
    const model = checkingModel();
    const { outcome, rounds } = await generateAndCheck(facts.litres, model);
    expect(outcome).toBe("right");
    expect(rounds.map(({ checked }) => checked.ok && checked.return.findings.length)).toEqual([
      2, 0,
    ]);
    expect(model.counted.prompts[2]).toContain("is missing");
  });

  test("generate and check returns what is still wrong after the last round", async () => {
    const checked = await generateAndCheck(facts.litres, stubbornModel(), 2);
    expect(checked.outcome).toBe("wrong");
    expect(checked.rounds).toHaveLength(2);
    expect(checked.findings.at(-1)).toContain("The sum is");
    expect(checked.notice).toContain("In all it was 1 litres");
  });

  test("generate and check checks nothing if nothing was written", async () => {
    const model = checkingModel();
    const { outcome, notice, rounds } = await generateAndCheck([], model);
    expect([outcome, notice]).toEqual(["failed", undefined]);
    expect(rounds.map(({ checked }) => reasonOf(checked))).toEqual(["chained_failure"]);
    expect(model.counted.requests).toBe(1);
  });
});

describe("a small model before a large one", () => {
  const textOf = (isHard: boolean) =>
    partsOf(logs).find(({ text }) => text.includes("a dozen") === isHard)?.text ?? "";

  test("asks the large model after two invalid answers, and shows it the reason", async () => {
    const models = { small: smallModel(), large: largeModel() };
    const { step, answeredBy } = await smallThenLarge(textOf(true), models);
    expect(answeredBy).toBe("large");
    expect(step.ok && step.return).toEqual(read(textOf(true)));
    expect([models.small.counted.requests, models.large.counted.requests]).toEqual([2, 1]);
    expect(models.large.counted.prompts[0]).toContain('expected int, got string "a dozen litres"');
  });

  test("uses only the small model if its answer is valid", async () => {
    const models = { small: smallModel(), large: largeModel() };
    const { answeredBy, step } = await smallThenLarge(textOf(false), models);
    expect(answeredBy).toBe("small");
    expect(step.ok && step.return).toEqual(read(textOf(false)));
    expect(models.large.counted.requests).toBe(0);
  });

  test("reports both failures if the large model fails too", async () => {
    const models = { small: smallModel(), large: smallModel() };
    const escalated = await smallThenLarge(textOf(true), models);
    if (escalated.answeredBy !== "nobody") expect.fail("somebody answered");
    expect([escalated.small, escalated.step].map(reasonOf)).toEqual([
      "validation_error",
      "validation_error",
    ]);
    expect(models.large.counted.requests).toBe(2);
  });

  test("doesn't ask the large model if the small one is unreachable", async () => {
    const models = { small: cannedModel("none", {}), large: largeModel() };
    const escalated = await smallThenLarge(textOf(true), models);
    expect([escalated.answeredBy, reasonOf(escalated.step)]).toEqual(["nobody", "llm_error"]);
    expect(models.large.counted.requests).toBe(0);
  });
});

test("a scripted model fails for any other prompt", async () => {
  const step = await run("Something else.", { llm: cannedModel("none", {}) });
  expect(reasonOf(step)).toBe("llm_error");
});
