// Runs every pattern, compares its answer with what the data comes to, and breaks a part of each.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run, type MissionStep } from "@ptc/subagent";
import { byHeart } from "../src/by-heart.ts";
import { checkingModel, generateAndCheck } from "../src/generate-and-check.ts";
import { mapAndReduce, mapAndReduceModel } from "../src/map-and-reduce.ts";
import { orchestratorAndWorkers, orchestratorModel } from "../src/orchestrator-and-workers.ts";
import { allPatterns, closedPlant, days, patternTable } from "../src/patterns.ts";
import { plannerAndExecutor, plannerModel } from "../src/planner-and-executor.ts";
import { leaksOf, litresByPump, plantsOf } from "../src/plants.ts";
import { largeModel, smallModel, smallThenLarge } from "../src/small-then-large.ts";

const plants = plantsOf(1);
const names = plants.map(({ name }) => name);
const reasonOf = (step: MissionStep) => (step.ok ? "none" : step.fail.reason);

test.each([1, 2, 3])("every pattern answers what the data of seed %d comes to", async (seed) => {
  const rows = await allPatterns(seed);
  expect(rows.map(({ pattern, isRight }) => [pattern, isRight])).toEqual(
    rows.map(({ pattern }) => [pattern, true]),
  );
});

test("the guide shows what they take", async () => {
  const guide = readFileSync(
    join(import.meta.dirname, "../../../docs/guides/choosing-a-pattern.md"),
    "utf8",
  );
  expect(guide).toContain(patternTable(await allPatterns(1)));
});

describe("map and reduce", () => {
  test("asks no more at once than it may", async () => {
    const model = mapAndReduceModel();
    await mapAndReduce(plants, model, 2);
    expect(model.counted.atOnce).toBe(2);
  });

  test("goes on without a report that cannot be read", async () => {
    const inner = mapAndReduceModel();
    const model = {
      ...inner,
      generate: (request: Parameters<typeof inner.generate>[0]) =>
        JSON.stringify(request.messages).includes("Shift 1 at Aue")
          ? Promise.resolve({
              content: [{ type: "text" as const, text: '(fail "smudged")' }],
              text: '(fail "smudged")',
              modelId: "mapper",
              finishReason: "stop" as const,
            })
          : inner.generate(request),
    };
    const { step, unread } = await mapAndReduce(plants, model);
    const [first, ...others] = plants.flatMap(({ reports }) => reports);
    expect(first).toContain("Shift 1 at Aue");
    expect(unread).toBe(1);
    expect(step.ok && step.return).toEqual(litresByPump(others.flatMap(leaksOf)));
  });
});

test("an orchestrator goes on without a plant that does not answer, and names it", async () => {
  const step = await orchestratorAndWorkers(plants, orchestratorModel(), ["Celle"]);
  expect(step).toMatchObject({ ok: true, return: { unread: ["Celle"] } });
  expect(step.childSteps).toHaveLength(plants.length);
});

describe("planner and executor", () => {
  test("reports each step of the plan as done", async () => {
    const { plan, audit } = await plannerAndExecutor(plants, plannerModel());
    const ids = plan.ok ? plan.return.steps.map(({ id }) => id) : [];
    expect(Object.keys(audit.summaries)).toEqual(ids);
  });

  test("does nothing without a plan", async () => {
    const model = byHeart("planner", { "Write the plan": ['(fail "nothing to audit")'] });
    const { audit } = await plannerAndExecutor(plants, model);
    expect(audit).toMatchObject({ ok: false, fail: { reason: "chained_failure" }, turns: [] });
    expect(model.counted.requests).toBe(1);
  });
});

describe("generate and check", () => {
  test("mends what was found, and says how often it took", async () => {
    const checked = await generateAndCheck(names, days, [closedPlant(names)], checkingModel());
    expect(checked).toMatchObject({ findings: [], rounds: 2 });
    expect(checked.visits.find(({ plant }) => plant === "Aue")?.day).toBe("tue");
  });

  test("answers with what is still wrong after the last round", async () => {
    const shut = names.flatMap((plant) => days.map((day) => ({ plant, day })));
    const checked = await generateAndCheck(names, days, shut, checkingModel(), 2);
    expect(checked.rounds).toBe(2);
    expect(checked.findings.length).toBeGreaterThan(0);
  });

  test("ends where there is no proposal", async () => {
    const model = byHeart("none", { "Plan one visit": ['(fail "too few days")'] });
    const checked = await generateAndCheck(names, [], [], model);
    expect(reasonOf(checked.step)).toBe("chained_failure");
    expect(checked.visits).toEqual([]);
  });
});

describe("a small model before a large one", () => {
  const report = plants.flatMap(({ reports }) => reports).find((text) => leaksOf(text).length > 1);
  if (report === undefined) throw new Error("no report tells of two leaks");

  test("asks the large one after two answers that do not fit, and tells it why", async () => {
    const models = { small: smallModel(), large: largeModel() };
    const { step, answeredBy } = await smallThenLarge(report, models);
    expect(answeredBy).toBe("large");
    expect(models.small.counted.requests).toBe(2);
    expect(models.large.counted.requests).toBe(1);
    expect(step.prompt).toContain("Another model failed:");
    expect(step.prompt).toContain("litres");
  });

  test("is enough where it is right", async () => {
    const models = { small: largeModel(), large: smallModel() };
    expect(await smallThenLarge(report, models)).toMatchObject({ answeredBy: "small" });
    expect(models.large.counted.requests).toBe(0);
  });

  test("may fail both, and the last failure is told", async () => {
    const models = { small: smallModel(), large: smallModel() };
    const { step, answeredBy } = await smallThenLarge(report, models);
    expect(answeredBy).toBe("nobody");
    expect(reasonOf(step)).toBe("max_turns_exceeded");
  });
});

test("a model by heart answers nothing else", async () => {
  const step = await run("Something else.", { llm: byHeart("none", {}) });
  expect(reasonOf(step)).toBe("llm_error");
});
