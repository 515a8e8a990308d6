import { expect, test } from "vitest";
import { createMemoryTracer, formatEvent } from "@ptc/tracer";
import { run, type MissionOptions } from "@ptc/subagent";

type Model = NonNullable<MissionOptions["llm"]>;

/** Runs a mission whose model answers with these programs. Returns the changes of its turns. */
async function changesOf(programs: readonly string[], options: object = {}) {
  const rest = [...programs];
  const llm: Model = () => Promise.resolve(rest.shift() ?? "(return nil)");
  const tracer = createMemoryTracer();
  await run("Count.", { llm, trace: tracer, maxTurns: programs.length, ...options });
  return {
    tracer,
    changes: tracer.events.flatMap(({ type, data }) => (type === "turn-end" ? [data.changes] : [])),
  };
}

test("a trace lists the names that each turn defined, with the beginning of their values", async () => {
  const { changes } = await changesOf([
    "(def total 3) (def rows (range 1000))",
    '(println "nothing is defined here")',
    "(def total 4) (return total)",
  ]);
  expect(changes[0]?.memory?.[0]).toEqual({ name: "total", text: "3" });
  expect(changes[0]?.memory?.[1]?.text?.length).toBeLessThanOrEqual(420);
  expect(changes[1]).toBeUndefined();
  expect(changes[2]).toEqual({ memory: [{ name: "total", text: "4" }] });
});

test("a trace lists the tasks that entered the journal and the items reported as done", async () => {
  const { changes } = await changesOf(
    ['(task "load" {:rows 2}) (step-done "read" "read two rows") (return 1)'],
    { journal: {}, onJournal: () => undefined, plan: ["read"] },
  );
  expect(changes).toEqual([
    {
      journal: [{ name: "load", text: "{:rows 2}" }],
      plan: [{ name: "read", text: "read two rows" }],
    },
  ]);
});

test("the listed values have markers in place of firewalled values", async () => {
  const { tracer, changes } = await changesOf(
    ["(def customer (tool/customer)) (def copy (:_card customer)) (return 1)"],
    { tools: { customer: () => ({ name: "Ann", _card: "4929-1111-2222" }) } },
  );
  expect(changes[0]?.memory?.map(({ name }) => name)).toEqual(["customer", "copy"]);
  const lines = tracer.events
    .filter(({ type }) => type === "turn-end")
    .map((event) => formatEvent(event));
  expect(lines.join("\n")).not.toContain("4929");
  expect(changes[0]?.memory?.[0]?.text).toContain("Firewalled");
});

test("a trace names the provider and the model of each request, and its cost", async () => {
  const { tracer } = await changesOf(["(return 1)"], {
    price: () => 0.25,
  });
  const [started, ended] = tracer.events.filter(({ type }) => type.startsWith("model-request"));
  expect(started?.data).toMatchObject({ provider: "function", model: "llm" });
  expect(ended?.data).toMatchObject({ cost: 0.25 });
});
