import { expect, test } from "vitest";
import { TraceScope, type TraceEvent } from "@ptc/core/contracts";
import { createMemoryTracer } from "@ptc/tracer";
import { run, type MissionOptions } from "@ptc/subagent";
import { buildRunViews } from "./build-run-view.ts";
import { compareTurns } from "./compare-turns.ts";
import type { ViewedRun } from "./build-run-view.ts";

type Model = NonNullable<MissionOptions["llm"]>;

/** Runs a mission whose model answers with these programs. */
async function recorded(
  programs: readonly string[],
  options: object = {},
): Promise<readonly TraceEvent[]> {
  const rest = [...programs];
  const llm: Model = () => Promise.resolve(rest.shift() ?? "(return nil)");
  const trace = createMemoryTracer();
  await run("Sum the orders.", { llm, trace, maxTurns: programs.length, ...options });
  return trace.events;
}

function only(events: readonly TraceEvent[]): ViewedRun {
  const [run, ...more] = buildRunViews(events);
  if (run === undefined || more.length > 0) throw new Error("expected one run");
  return run;
}

function textOf({ texts }: ViewedRun, index: number | undefined): string | undefined {
  return texts.piece(index ?? -1, 0, 1_000_000);
}

/** Emits events with a clock of the test. */
function emitted(
  emit: (scope: TraceScope, to: (time: number) => void) => void,
): readonly TraceEvent[] {
  const trace = createMemoryTracer();
  let time = 0;
  let draws = 0;
  const clock = { now: () => time, monotonic: () => time };
  const random = () => (++draws * 0.618_033_988_7) % 1;
  emit(new TraceScope({ sink: trace, clock, random, traceId: "a".repeat(32) }), (next) => {
    time = next;
  });
  return trace.events;
}

const orders = {
  orders: () => [
    { total: 3, _card: "4929 1111" },
    { total: 4, _card: "4929 2222" },
  ],
};

test("a run has its turns with programs, calls at their lines, prints and values", async () => {
  const run = only(
    await recorded(
      [
        "(def rows (tool/orders))\n\n(println (count rows))",
        "(return (sum-by :total (tool/orders)))",
      ],
      { tools: orders },
    ),
  );
  const { summary, turns, spans } = run.view;
  expect(summary).toMatchObject({ status: "ok", turns: 2, repairs: 0, calls: 2, requests: 2 });
  expect(turns.map(({ number, status }) => [number, status])).toEqual([
    [1, "ok"],
    [2, "ok"],
  ]);
  const [program] = turns[0]?.programs ?? [];
  expect(textOf(run, program?.sourceText)).toContain("(def rows");
  expect(program?.calls.map(({ name, lines }) => [name, lines])).toEqual([["orders", [1]]]);
  expect(program?.printTexts.map((text) => textOf(run, text))).toEqual(["2"]);
  expect(turns[0]?.memory?.map(({ name }) => name)).toEqual(["rows"]);
  expect(turns[1]?.unchanged).toEqual(["rows"]);
  expect(spans.map(({ kind }) => kind).slice(0, 4)).toEqual([
    "mission",
    "turn",
    "model-request",
    "program",
  ]);
  expect(spans[0]?.next).toBe(spans.length);
});

test("a failed program has its error with the position, and the run its reason", async () => {
  const { view } = only(await recorded(["(println 1)\n(+ 1 nil)"]));
  expect(view.summary).toMatchObject({ status: "failed", reason: "eval_error", repairs: 1 });
  expect(view.turns[0]?.programs[0]?.fail).toMatchObject({ kind: "type_error", line: 2 });
});

test("a message that several requests repeat is stored once", async () => {
  const { view } = only(await recorded(["(println 1)", "(println 2)", "(return 3)"]));
  const requests = view.turns.flatMap((turn) => turn.requests);
  expect(requests.map(({ same, added }) => [same, added.length])).toEqual([
    [0, 2],
    [2, 2],
    [4, 2],
  ]);
  expect(view.messages).toHaveLength(6);
});

test("the data that tools returned is counted beside the data that the model saw", async () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, text: "x".repeat(40) }));
  const { view } = only(
    await recorded(["(println (count (tool/rows)))", "(return 1)"], {
      tools: { rows: () => rows },
    }),
  );
  expect(view.summary.dataBytes).toBe(JSON.stringify(rows).length);
  expect(view.summary.seenBytes).toBeLessThan(500);
});

test("values of firewalled fields are masked wherever they occur, even in a revealed trace", async () => {
  const events = await recorded(
    ['(def card (:_card (first (tool/orders)))) (println "paid by" card) (return 1)'],
    { tools: orders },
  );
  const revealed = events.map((event) =>
    event.type === "program-end" ? { ...event, data: { ...event.data, text: "4929 1111" } } : event,
  );
  const { view, texts } = only(revealed);
  const all = JSON.stringify([view, texts.views({ each: 1e6, total: 1e7 })]);
  expect(all).not.toContain("4929");
  expect(all).toContain("<Firewalled>");
});

test("branches that overlap in time have rows of their own, and later spans share rows", () => {
  const run = only(
    emitted((scope, to) => {
      const call = (name: string) =>
        scope.start("tool-call", () => ({ name, args: {}, address: "r/1/0" }));
      const done = { name: "x", ok: true } as const;
      const [first, second] = [call("a"), call("b")];
      const inner = first.scope.start("mission", () => ({ prompt: "p", tools: [] }));
      to(10);
      inner.end({ ok: true, turns: 0 });
      first.end(done);
      second.end(done);
      to(20);
      call("c").end(done);
    }),
  );
  expect(run.view.spans.map(({ name, row }) => [name, row])).toEqual([
    ["tool/a", 0],
    ["mission", 1],
    ["tool/b", 2],
    ["tool/c", 0],
  ]);
  expect(run.view.rows).toBe(3);
});

test("a run whose call waits is waiting, with the arguments of the call", async () => {
  const refund = {
    signature: "(id :int) -> :string",
    needsApproval: true,
    execute: () => "done",
  };
  const { view } = only(await recorded(["(return (tool/refund {:id 7}))"], { tools: { refund } }));
  expect(view.summary.status).toBe("waiting");
  expect(view.turns[0]?.status).toBe("waiting");
  const [call] = view.turns[0]?.programs[0]?.calls ?? [];
  expect(call?.wait).toMatchObject({ reason: "approval" });
  expect(call?.wait?.id).toBe(call?.address);
});

test("a run with too many spans says how many are left out", () => {
  const events = emitted((scope) => {
    for (let index = 0; index < 50; index += 1)
      scope
        .start("tool-call", () => ({ name: "x", args: {}, address: "r" }))
        .end({ name: "x", ok: true });
  });
  const [run] = buildRunViews(events, 20);
  expect(run?.view.spans).toHaveLength(20);
  expect(run?.view.omittedSpans).toBe(30);
});

test("texts are shortened to limits without dividing a character, and read in pieces", () => {
  const { texts } = only(
    emitted((scope) => {
      scope.start("program", () => ({ source: `"${"😀".repeat(20)}"` }));
    }),
  );
  const views = texts.views({ each: 6, total: 1_000 });
  const source = views.find(({ kind }) => kind === "program");
  expect(source).toEqual({ kind: "program", length: 42, text: '"😀😀' });
  expect(
    texts.piece(views.indexOf(source ?? views[0] ?? { kind: "text", length: 0, text: "" }), 5, 4),
  ).toBe("😀😀");
});

test("two runs are compared turn by turn up to the first difference", async () => {
  const [one, other] = [
    only(await recorded(["(println 1)", "(return 2)"])),
    only(await recorded(["(println 1)", "(return 3)"])),
  ];
  const side = (run: ViewedRun) => ({
    view: run.view,
    textOf: (index: number) => textOf(run, index) ?? "",
  });
  expect(compareTurns(side(one), side(other))).toEqual([
    { left: 0, right: 0, differs: [] },
    { left: 1, right: 1, differs: ["answer", "program", "value"] },
  ]);
});
