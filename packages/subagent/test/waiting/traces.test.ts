import { expect, test } from "vitest";
import { createMemoryTracer } from "@ptc/tracer";
import {
  approve,
  asTool,
  defineAgent,
  deny,
  resume,
  run,
  tool,
  type MissionOptions,
  type TraceEvent,
} from "../../src/index.ts";
import { fenced } from "../missions.ts";

const marks = ["approval-requested", "approval-decided", "run-paused", "run-resumed"];

function world(needsApproval: boolean) {
  const pay = tool({
    description: "Pays.",
    signature: "(id :int) -> :int",
    needsApproval,
    execute: async ({ id }) => {
      await Promise.resolve();
      return id;
    },
  });
  const look = tool({
    description: "Looks.",
    signature: "(id :int) -> :int",
    execute: ({ id }) => id,
  });
  const child = asTool(
    defineAgent({
      name: "child",
      prompt: "Pay {{id}}.",
      description: "A desk.",
      signature: "(id :int) -> :int",
      tools: { pay },
    }),
  );
  const agent = defineAgent({ name: "lead", prompt: "Lead.", tools: { pay, look, child } });
  const llm: MissionOptions["llm"] = ({ messages }) =>
    Promise.resolve(
      fenced(
        JSON.stringify(messages).includes("Pay 7")
          ? "(return (try (tool/pay {:id data/id}) (catch Exception e 0)))"
          : "(return [(tool/look {:id 1}) (pcalls #(tool/child {:id 7}) #(try (tool/pay {:id 2}) (catch Exception e 0)))])",
      ),
    );
  return { agent, llm };
}

const clock = { now: () => 1_000, monotonic: () => 0 };
const random = (): number => 0.5;

/** An event without what differs between a run that waited and one that didn't. */
function shape({ type, traceId, spanId, parentSpanId }: TraceEvent): unknown {
  return { type, traceId, spanId, parentSpanId };
}

async function passes(
  decide: (index: number) => ReturnType<typeof approve> | ReturnType<typeof deny>,
) {
  const { agent, llm } = world(true);
  const events: TraceEvent[] = [];
  const onEvent = (event: TraceEvent): number => events.push(event);
  let step = await run(agent, { llm, clock, random, onEvent });
  while (step.status === "waiting") {
    const [call] = step.pending;
    step = await resume(agent, step.checkpoint, {
      llm,
      clock,
      onEvent,
      decisions: { [call?.id ?? ""]: decide(step.pending.length) },
    });
  }
  return { step, events };
}

test("the events of all passes are those of one run, and four more types", async () => {
  const { agent, llm } = world(false);
  const plain: TraceEvent[] = [];
  const once = await run(agent, { llm, clock, random, onEvent: (event) => plain.push(event) });
  const { step, events } = await passes(() => approve());
  expect(step.ok && step.return).toEqual(once.ok && once.return);
  const own = events.filter(({ type }) => marks.includes(type));
  const others = events.filter(({ type }) => !marks.includes(type));
  const sorted = (list: readonly TraceEvent[]): unknown =>
    list.map((event) => JSON.stringify(shape(event))).toSorted();
  expect(sorted(others)).toEqual(sorted(plain));
  expect(own.map(({ type }) => type)).toEqual([
    "approval-requested",
    "approval-requested",
    "run-paused",
    "run-resumed",
    "approval-decided",
    "run-paused",
    "run-resumed",
    "approval-decided",
  ]);
});

test("the new events name the call, its span and the decision", async () => {
  const { events } = await passes((left) => (left === 2 ? approve() : deny("over budget")));
  const requested = events.filter(({ type }) => type === "approval-requested");
  expect(requested.map(({ data }) => data)).toMatchObject([
    { tool: "pay", reason: "approval", arguments: { id: 2 } },
    { tool: "pay", reason: "approval", arguments: { id: 7 } },
  ]);
  const spans = new Set(
    events.filter(({ type }) => type === "tool-call-start").map(({ spanId }) => spanId),
  );
  for (const { parentSpanId } of requested) expect(spans.has(parentSpanId ?? "")).toBe(true);
  const decided = events.filter(({ type }) => type === "approval-decided");
  expect(decided.map(({ data }) => data)).toMatchObject([
    { decision: "approved" },
    { decision: "denied", message: "over budget" },
  ]);
});

test("a tracer builds one tree of all passes", async () => {
  const { events } = await passes(() => approve());
  const tracer = createMemoryTracer();
  for (const event of events) tracer.emit(event);
  const starts = events.filter(({ type }) => type.endsWith("-start")).length;
  const ends = events.filter(({ type }) => type.endsWith("-end")).length;
  expect(starts).toBe(ends);
});
