// Attacks with hostile values in events, on their way into a trace and its file, and with trace
// files made by someone else.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import {
  buildTraceTree,
  createMemoryTracer,
  formatEvent,
  formatTraceHeader,
  readTrace,
} from "@ptc/tracer";
import { createFileTracer } from "@ptc/tracer/node";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run as runAgent } from "@ptc/subagent";
import { Random } from "../../fuzz/random.ts";
import { family, type Family } from "../family.ts";
import type { Ground } from "../ground.ts";
import { hostValue } from "../shapes/host-value.ts";
import { jsonText } from "../shapes/json-text.ts";
import { damagedText, tampered, type Json } from "../tamper.ts";
import { hostOfProgram, hostileProgram, sourceOfProgram } from "./hostile-program.ts";
import type { HostileProgram } from "./hostile-program.ts";

interface Traced {
  readonly program: HostileProgram;
  readonly seed: number;
}

/**
 * An event has at most 16 million characters, so a file of a few events must not be larger than
 * this.
 */
const longestFile = 100_000_000;

export const traceFamily: Family = family(
  "traces",
  4,
  (random, corpus): Traced => ({
    program: hostileProgram(
      random,
      corpus,
      random.pick(["collisions", "integers", "texts", "any"]),
      [
        "(tool/echo {:a data/x})",
        "(tool/echo {:a {:b (tool/give {})}})",
        "(println data/x)",
        "(fail data/x)",
        "(return data/x)",
      ],
    ),
    seed: random.below(2 ** 31),
  }),
  async (traced, ground) => {
    const events = await eventsOf(traced);
    const random = new Random(traced.seed);
    return fileFault(events, ground) ?? readingFault(events, traced, random);
  },
);

async function eventsOf({ program }: Traced): Promise<readonly TraceEvent[]> {
  const tracer = createMemoryTracer();
  const { context, tools } = hostOfProgram(program);
  const source = sourceOfProgram(program);
  const agent = defineAgent({
    prompt: "Go.",
    maxTurns: 2,
    tools: { give: tools["give"] ?? (() => null), echo: (args) => args },
    limits: { timeoutMs: 1_000, memoryBytes: 20_000_000 },
  });
  await runAgent(agent, {
    llm: createScriptedModel([`\`\`\`clojure\n${source}\n\`\`\``, "(return 1)"]),
    context,
    trace: tracer,
  });
  const call = { name: "t", args: hostValue(program.shape), address: "0" };
  const event: TraceEvent = {
    ...{ type: "tool-call-start", traceId: "0".repeat(32), spanId: "1".repeat(16), time: 0 },
    data: call,
  };
  return [...tracer.events, event];
}

/** Writes the events to a file and reads them back. Each must come back as a readable line. */
function fileFault(events: readonly TraceEvent[], { folder }: Ground): string | undefined {
  const path = join(folder, "trace.jsonl");
  const tracer = createFileTracer(path);
  try {
    for (const event of events) tracer.emit(event);
    tracer.close();
    if (tracer.error !== undefined) return `a trace file fails: ${tracer.error.message}`;
    const text = readFileSync(path, "utf8");
    if (text.length > longestFile) return `a trace has ${String(text.length)} characters`;
    const { events: read, problems, cutLine } = readTrace(text);
    if (problems[0] !== undefined || cutLine !== undefined || read.length !== events.length)
      return `a trace that was written is not read: ${JSON.stringify(problems[0])}`;
    buildTraceTree(read);
    return undefined;
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * Checks that forged and damaged lines are read as far as possible and never cause an exception.
 */
function readingFault(
  events: readonly TraceEvent[],
  { program }: Traced,
  random: Random,
): string | undefined {
  const other = JSON.parse(jsonText(program.shape)) as Json;
  const lines = events.slice(-6).map((event) => {
    const json = JSON.parse(formatEvent(event)) as Json;
    return damagedText(JSON.stringify(tampered(json, other, random)), random);
  });
  const reading = readTrace([formatTraceHeader(), ...lines, ...lines].join("\n"));
  buildTraceTree(reading.events);
  for (const event of reading.events) formatEvent(event);
  return reading.problems.every(({ message }) => message !== "")
    ? undefined
    : "reports a problem without a message";
}
