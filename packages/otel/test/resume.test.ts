import { ROOT_CONTEXT, context, trace } from "@opentelemetry/api";
import { TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";
import { approve, asTool, defineAgent, resume, run, tool } from "@ptc/subagent";
import { resume as resumeProgram, run as runProgram } from "@ptc/lisp";
import { TraceScope, type TraceSink } from "@ptc/core/contracts";
import { describe, expect, test } from "vitest";
import { createPtcIdGenerator } from "../src/index.ts";
import { telemetry, treeOf } from "./telemetry.ts";

function fenced(program: string): string {
  return `\`\`\`clojure\n${program}\n\`\`\``;
}

/** The span around the last payment. */
let paidIn: string | undefined;

const child = asTool(
  defineAgent({
    name: "payer",
    prompt: "Pay {{id}}.",
    description: "Pays.",
    signature: "(id :int) -> :int",
    tools: {
      pay: tool({
        description: "Pays.",
        signature: "(id :int) -> :int",
        needsApproval: true,
        execute: ({ id }) => {
          paidIn = trace.getSpanContext(context.active())?.spanId;
          return id;
        },
      }),
    },
  }),
);
const agent = defineAgent({
  name: "desk",
  prompt: "Work.",
  signature: "() -> :int",
  tools: { look: () => 1, child },
});

const llm = ({ messages }: { readonly messages: readonly unknown[] }): Promise<string> =>
  Promise.resolve(
    fenced(
      JSON.stringify(messages).includes("Pay 7")
        ? "(return (tool/pay {:id data/id}))"
        : "(return (+ (tool/look {}) (tool/child {:id 7})))",
    ),
  );

async function waiting(trace: TraceSink) {
  const step = await run(agent, { llm, trace });
  if (step.status !== "waiting") throw new Error(`expected a run that waits: ${String(step.ok)}`);
  return step;
}

async function resumed(step: Awaited<ReturnType<typeof waiting>>, sink: TraceSink) {
  const ended = await resume(
    agent,
    JSON.parse(JSON.stringify(step.checkpoint)) as typeof step.checkpoint,
    {
      llm,
      trace: sink,
      decisions: { [step.pending[0]?.id ?? ""]: approve() },
    },
  );
  expect(ended.ok && ended.return).toBe(8);
}

const waitingTree = [
  "invoke_agent desk",
  [
    "turn 1",
    "chat llm",
    [
      "program",
      "execute_tool look",
      [
        "execute_tool child",
        ["invoke_agent payer", ["turn 1", "chat llm", ["program", "execute_tool pay"]]],
      ],
    ],
  ],
];
const resumedTree = [
  "invoke_agent desk",
  [
    "turn 1",
    [
      "program",
      ["execute_tool child", ["invoke_agent payer", ["turn 1", ["program", "execute_tool pay"]]]],
    ],
  ],
];

describe("a run that waits", () => {
  test("ends its spans at the pause, with approvals and the pause as events", async () => {
    const { sink, spans, span } = telemetry();
    await waiting(sink);
    expect(treeOf(spans())).toEqual([waitingTree]);
    const names = (name: string) => span(name).events.map((event) => event.name);
    expect(names("execute_tool pay")).toEqual(["ptc.approval.requested"]);
    expect(names("invoke_agent desk")).toEqual(["ptc.run.paused"]);
    expect(span("execute_tool pay").attributes["ptc.waiting"]).toBe(true);
    expect(span("execute_tool look").attributes["ptc.waiting"]).toBeUndefined();
    expect(span("execute_tool pay").events[0]?.attributes).toMatchObject({
      "ptc.approval.tool": "pay",
    });
    expect(sink.unfinishedSpans).toBe(0);
  });

  test("continues below its own span when it is resumed in this process", async () => {
    const made = telemetry();
    const step = await waiting(made.sink);
    const before = made.spans().length;
    await resumed(step, made.sink);
    const after = made.spans().slice(before);
    expect(treeOf(after)).toEqual([resumedTree]);
    const [first, second] = made.named("invoke_agent desk");
    expect(second?.parentSpanContext?.spanId).toBe(first?.spanContext().spanId);
    const [asked, paid] = made.named("execute_tool pay");
    expect(paidIn).toBe(paid?.spanContext().spanId);
    expect(paid?.links.map((link) => [link.context.spanId, link.attributes])).toEqual([
      [asked?.spanContext().spanId, { "ptc.link": "resumed" }],
    ]);
    expect(
      paid?.events.map((event) => [event.name, event.attributes?.["ptc.approval.decision"]]),
    ).toEqual([["ptc.approval.decided", "approved"]]);
    expect(paid?.attributes).toMatchObject({
      "ptc.resumed": true,
      "ptc.tool.decision": "approved",
    });
    expect(new Set(made.spans().map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(after.flatMap((span) => Object.keys(span.attributes))).not.toContain("ptc.unfinished");
  });

  test("continues its trace in another process from the carrier that the first one stored", async () => {
    const first = telemetry();
    const step = await first.provider.getTracer("http").startActiveSpan("handler", async (span) => {
      const waits = await waiting(first.sink);
      span.end();
      return waits;
    });
    const carrier = JSON.stringify(first.sink.carrier(step.traceId));
    const second = telemetry();
    second.sink.continueFrom(step.traceId, JSON.parse(carrier) as object);
    await second.provider.getTracer("http").startActiveSpan("decide", async (span) => {
      await resumed(step, second.sink);
      span.end();
    });
    const original = first.span("invoke_agent desk").spanContext();
    const continued = second.span("invoke_agent desk");
    expect(continued.spanContext().traceId).toBe(original.traceId);
    expect(continued.parentSpanContext?.spanId).toBe(original.spanId);
    expect(
      continued.links.map((link) => [link.context.spanId, link.attributes?.["ptc.link"]]),
    ).toEqual([
      [original.spanId, "resumed"],
      [second.span("decide").spanContext().spanId, "caller"],
    ]);
  });

  test("continues its trace in another process without a carrier if spans have the ids of events", async () => {
    const first = telemetry({ ids: createPtcIdGenerator() });
    const step = await waiting(first.sink);
    const second = telemetry({ ids: createPtcIdGenerator() });
    await resumed(step, second.sink);
    const all = [...first.spans(), ...second.spans()];
    expect(new Set(all.map((span) => span.spanContext().traceId))).toEqual(new Set([step.traceId]));
    expect(new Set(all.map((span) => span.spanContext().spanId)).size).toBe(all.length);
    const asked = first.span("execute_tool pay").spanContext().spanId;
    expect(second.span("execute_tool pay").links.map((link) => link.context.spanId)).toEqual([
      asked,
    ]);
  });

  test("is sampled alike in both processes by a ratio, which decides by the id of the trace", async () => {
    const sampler = new TraceIdRatioBasedSampler(0.5);
    for (let index = 0; index < 6; index++) {
      const first = telemetry({ ids: createPtcIdGenerator() }, { sampler });
      const step = await waiting(first.sink);
      const second = telemetry({ ids: createPtcIdGenerator() }, { sampler });
      await resumed(step, second.sink);
      expect(second.spans().length > 0).toBe(first.spans().length > 0);
    }
  });
});

test("a program that waits continues its trace, and its tool runs inside the reopened call", async () => {
  const made = telemetry();
  const scope = (): TraceScope =>
    new TraceScope({
      sink: made.sink,
      clock: { now: () => Date.now(), monotonic: () => 0 },
      random: Math.random,
      traceId: "9".repeat(32),
    });
  let active: string | undefined;
  const tools = {
    pay: {
      needsApproval: true,
      execute: () => {
        active = trace.getSpanContext(context.active())?.spanId;
        return 5;
      },
    },
  };
  const step = await runProgram("(tool/pay {})", { tools, trace: scope() });
  if (step.status !== "waiting") throw new Error("expected a run that waits");
  await context.with(ROOT_CONTEXT, () =>
    resumeProgram("(tool/pay {})", step.checkpoint, {
      tools,
      trace: scope(),
      decisions: { [step.pending[0]?.id ?? ""]: approve() },
    }),
  );
  const calls = made.named("execute_tool pay");
  expect(
    calls.map(({ attributes }) => [attributes["ptc.waiting"], attributes["ptc.resumed"]]),
  ).toEqual([
    [true, undefined],
    [undefined, true],
  ]);
  expect(active).toBe(calls[1]?.spanContext().spanId);
});

test("a carrier without a position in a trace is refused", () => {
  const { sink } = telemetry();
  expect(() => {
    sink.continueFrom("1".repeat(32), { traceparent: "no" });
  }).toThrow(/option `carrier`: expected the result of `carrier`/);
});
