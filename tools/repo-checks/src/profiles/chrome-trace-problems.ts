// Checks the fields that the Trace Event Format documents for the events we write: an object with
// `traceEvents`; complete events (X) with a duration, instants (i) with a scope, metadata (M).

import { Ajv } from "ajv";

const number = { type: "number", minimum: 0 };
const whole = { type: "integer", minimum: 0 };
const common = { name: { type: "string", minLength: 1 }, pid: whole, tid: whole, ts: number };
const required = ["name", "ph", "pid", "tid", "ts"];

const schema = {
  type: "object",
  required: ["traceEvents"],
  properties: {
    displayTimeUnit: { enum: ["ms", "ns"] },
    otherData: { type: "object" },
    traceEvents: {
      type: "array",
      minItems: 1,
      items: {
        oneOf: [
          {
            properties: { ...common, ph: { const: "X" }, dur: number, cat: { type: "string" } },
            required: [...required, "dur"],
          },
          {
            properties: { ...common, ph: { const: "i" }, s: { enum: ["g", "p", "t"] } },
            required: [...required, "s"],
          },
          {
            properties: {
              ...common,
              ph: { const: "M" },
              name: { enum: ["process_name", "thread_name"] },
              args: {
                type: "object",
                properties: { name: { type: "string" } },
                required: ["name"],
              },
            },
            required: [...required, "args"],
          },
        ],
      },
    },
  },
};

interface TimedEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
}

const mostShown = 10;

export function chromeTraceProblems(trace: unknown): readonly string[] {
  const validate = new Ajv({ allErrors: false, strict: false }).compile(schema);
  if (!validate(trace))
    return (validate.errors ?? []).map(
      ({ instancePath, message = "" }) => `Chrome trace: ${instancePath} ${message}`,
    );
  // The schema has accepted the events.
  const { traceEvents } = trace as { readonly traceEvents: readonly TimedEvent[] };
  return overlaps(traceEvents).slice(0, mostShown);
}

/** Events of a thread must be nested or apart; Perfetto drops others. */
function overlaps(events: readonly TimedEvent[]): readonly string[] {
  const problems: string[] = [];
  const open = new Map<string, number[]>();
  const complete = events.filter(({ ph }) => ph === "X");
  for (const { name, pid, tid, ts, dur = 0 } of complete.toSorted((a, b) => a.ts - b.ts)) {
    const thread = `${String(pid)}/${String(tid)}`;
    const ends = open.get(thread) ?? [];
    open.set(thread, ends);
    while ((ends.at(-1) ?? Infinity) <= ts) ends.pop();
    if (ts + dur > (ends.at(-1) ?? Infinity))
      problems.push(`Chrome trace: ${name} at ${String(ts)} outlasts the event around it`);
    ends.push(ts + dur);
  }
  return problems;
}
