// Child missions that trace to files. Reading the files returns one tree.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelRequest } from "@ptc/llm";
import {
  buildTraceTree,
  combineSinks,
  createMemoryTracer,
  formatEvent,
  formatTraceHeader,
  readTrace,
  type TraceSpan,
} from "@ptc/tracer";
import { createMissionTracer, createTraceFolder, readTraceFiles } from "@ptc/tracer/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asTool, defineAgent, llmQuery, run } from "../src/index.ts";
import { lastText } from "./missions.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-child-traces-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Calls an agent for each region, which calls one for each town, which calls a model. */
function surveyor() {
  const town = defineAgent({
    name: "town",
    prompt: "Count {{town}}.",
    signature: "(town :string) -> :string",
    tools: { "llm-query": llmQuery() },
  });
  const region = defineAgent({
    name: "region",
    prompt: "Count {{region}}.",
    signature: "(region :string) -> [:string]",
    tools: { town: asTool(town) },
  });
  return defineAgent({
    name: "country",
    prompt: "Count the country.",
    signature: "() -> [[:string]]",
    tools: { region: asTool(region) },
    maxDepth: 3,
  });
}

/** Chooses the response by the request, so that missions may run in any order. */
function llm(request: ModelRequest): string {
  const prompt = lastText(request);
  if (prompt.includes("Count the country"))
    return '(return (pmap #(tool/region {:region %}) ["north" "south"]))';
  if (/Count (?:north|south)\./.test(prompt))
    return '(return (pmap #(tool/town {:town (str data/region %)}) ["-a" "-b" "-c"]))';
  return prompt.includes("How many")
    ? "many"
    : '(return (tool/llm-query {:prompt "How many? {{town}}" :town data/town}))';
}

describe("traces of child missions", () => {
  test("builds the same trace tree from one trace and from one file per mission", async () => {
    const memory = createMemoryTracer();
    const each = createTraceFolder(join(folder, "each"));
    const split = createMissionTracer(join(folder, "split.jsonl"));
    const step = await run(surveyor(), {
      llm,
      trace: combineSinks(memory, each, split),
    });
    each.close();
    split.close();
    expect(step).toMatchObject({
      ok: true,
      return: [
        ["many", "many", "many"],
        ["many", "many", "many"],
      ],
    });
    expect([each.error, split.error]).toEqual([undefined, undefined]);
    expect([each.fileCount, split.below.fileCount]).toEqual([15, 14]);

    const lines = memory.events.map((event) => formatEvent(event));
    const whole = buildTraceTree(readTrace([formatTraceHeader(), ...lines].join("\n")).events);
    expect(outline(whole)).toBe(
      `country(${Array(2)
        .fill(`region(${Array(3).fill("town(mission)").join(" ")})`)
        .join(" ")})`,
    );
    expect(outline(memory.tree())).toBe(outline(whole));
    for (const path of ["split.jsonl", "each", join("each", `${step.traceId}.jsonl`)]) {
      const { events, files, missing } = await readTraceFiles(join(folder, path));
      expect([files.length, files.filter(({ ok }) => !ok), missing]).toEqual([15, [], []]);
      expect(buildTraceTree(events)).toEqual(whole);
    }
    expect(readdirSync(folder).sort()).toEqual(["each", "split", "split.jsonl"]);
  });

  test("child missions carry their parent, depth and agent, and without a trace they emit nothing", async () => {
    const memory = createMemoryTracer();
    await run(surveyor(), { llm, trace: memory });
    const starts = memory.events.filter((event) => event.type === "mission-start");
    expect(starts.map(({ agent, data }) => [agent, data.depth]).slice(0, 2)).toEqual([
      ["country", undefined],
      ["region", 1],
    ]);
    for (const { traceId, parentSpanId, data } of starts.slice(1)) {
      const call = memory.events.find(
        (event) => event.traceId === data.parentTraceId && event.spanId === parentSpanId,
      );
      const end = memory.events.find(
        (event) => event.type === "tool-call-end" && event.spanId === parentSpanId,
      );
      expect(call?.type).toBe("tool-call-start");
      expect(end?.data).toMatchObject({ childTraceIds: [traceId] });
    }
    const calls = memory.events.filter(({ type }) => type.startsWith("tool-call"));
    expect(new Set(calls.map(({ agent }) => agent))).toEqual(
      new Set(["country", "region", "town"]),
    );
    expect(await run(surveyor(), { llm })).toMatchObject({ ok: true });
  });
});

/** Returns the missions as an outline of their agents' names. */
function outline(spans: readonly TraceSpan[]): string {
  return spans
    .map(({ name, start, children }) => {
      const below = outline(children);
      if (name !== "mission") return below;
      return `${start?.agent ?? "mission"}${below === "" ? "" : `(${below})`}`;
    })
    .filter((text) => text !== "")
    .join(" ");
}
