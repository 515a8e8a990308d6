// Rehearsals: reads are made, writes are planned, and an approved plan allows exactly its calls.

import { describe, expect, test } from "vitest";
import { rehearse, resumePlan, runPlan, type Plan } from "../../src/effects.ts";
import {
  approve,
  type LispStep,
  type StandardSchema,
  type ToolArguments,
  type Tools,
} from "../../src/index.ts";

/** A schema that accepts anything of a JSON Schema's type, and writes it. */
function schemaOf(json: object): StandardSchema {
  const write = (): object => json;
  return {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: write, output: write },
    },
  } as StandardSchema;
}

function world() {
  const done: string[] = [];
  const made =
    (name: string, answer: (args: ToolArguments) => unknown) => (args: ToolArguments) => {
      done.push(`${name} ${JSON.stringify(args)}`);
      return answer(args);
    };
  let orders: readonly number[] = [1, 2];
  const tools: Tools = {
    orders: { effect: "read", execute: made("orders", () => orders) },
    create: {
      effect: "write",
      outputSchema: schemaOf({
        type: "object",
        properties: { id: { type: "integer" }, state: { enum: ["open", "closed"] } },
      }),
      execute: made("create", ({ name }) => ({ id: String(name).length * 100, state: "open" })),
    },
    refund: { effect: "write", execute: made("refund", () => "refunded") },
    mail: made("mail", () => "sent"),
  };
  return {
    tools,
    done,
    change: (next: readonly number[]) => {
      orders = next;
    },
  };
}

function shown({ calls }: Plan): readonly string[] {
  return calls.map(
    ({ tool, arguments: args, asksAgain, dependsOn }) =>
      `${tool} ${JSON.stringify(args)}${asksAgain ? ` after ${String(dependsOn.length)}` : ""}`,
  );
}

function failOf(step: LispStep): string {
  return step.ok ? "ok" : step.fail.reason;
}

const refundAll = "(mapv (fn [id] (tool/refund {:id id})) (tool/orders))";

describe("a rehearsal", () => {
  test("makes reads, and plans writes with their arguments and addresses", async () => {
    const { tools, done } = world();
    const { plan, step } = await rehearse(`(do ${refundAll} (tool/mail {:to "ann"}))`, { tools });
    expect(shown(plan)).toEqual(['refund {"id":1}', 'refund {"id":2}', 'mail {"to":"ann"}']);
    expect([plan.isComplete, step.ok]).toEqual([true, true]);
    expect(new Set(plan.calls.map(({ at }) => at)).size).toBe(3);
    expect(done).toEqual(["orders {}"]);
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });

  test("finds calls that depend on a result, as text, as a number and through arithmetic", async () => {
    const { tools } = world();
    const source = `(let [{:keys [id]} (tool/create {:name "ann"})
                          text (tool/refund {:id 7})]
      [(tool/refund {:id id}) (tool/refund {:id (* 2 id)}) (tool/mail {:body (str "ok " text)})
       (tool/mail {:to "fixed"})])`;
    const { plan } = await rehearse(source, { tools });
    expect(shown(plan).map((text) => text.replace(/\d{6,}|placeholder:[^"]*/, "…"))).toEqual([
      'create {"name":"ann"}',
      'refund {"id":7}',
      'refund {"id":…} after 2',
      'refund {"id":…} after 3',
      'mail {"body":"ok …"} after 1',
      'mail {"to":"fixed"}',
    ]);
    expect(plan.isComplete).toBe(true);
  });

  test("says that the plan is incomplete if a result decides about calls", async () => {
    const { tools, done } = world();
    const source = '(when (= "closed" (:state (tool/create {:name "a"}))) (tool/mail {:to "b"}))';
    const { plan } = await rehearse(source, { tools });
    expect(shown(plan)).toEqual(['create {"name":"a"}']);
    expect(plan.isComplete).toBe(false);
    expect(done).toEqual([]);
  });
});

describe("an approved plan", () => {
  test("allows exactly its calls, without another approval", async () => {
    const { tools, done } = world();
    const { plan } = await rehearse(refundAll, { tools });
    const policy = [{ tool: "refund", verdict: "ask" }] as const;
    const step = await runPlan(refundAll, JSON.parse(JSON.stringify(plan)) as Plan, {
      tools,
      policy,
    });
    expect(step.ok && step.return).toEqual(["refunded", "refunded"]);
    expect(done.slice(1)).toEqual(["orders {}", 'refund {"id":1}', 'refund {"id":2}']);
  });

  test("stops before the first call that differs, and no program can catch that", async () => {
    const { tools, done, change } = world();
    const source = refundAll.replace(
      "(tool/refund {:id id})",
      "(try (tool/refund {:id id}) (catch Exception e 0))",
    );
    const { plan } = await rehearse(source, { tools });
    change([1, 3]);
    const step = await runPlan(source, plan, { tools });
    expect(failOf(step)).toBe("plan_diverged");
    expect(done.slice(1)).toEqual(["orders {}", 'refund {"id":1}']);
  });

  test("stops before a call that it lacks, also one of another program", async () => {
    const { tools, done } = world();
    const { plan } = await rehearse("(tool/refund {:id 1})", { tools });
    const step = await runPlan("(do (tool/refund {:id 1}) (tool/mail {}))", plan, { tools });
    expect(failOf(step)).toBe("plan_diverged");
    const other = await runPlan("(tool/mail {:id 1})", plan, { tools });
    expect(failOf(other)).toBe("plan_diverged");
    expect(done).toEqual(['refund {"id":1}']);
  });

  test("never allows what a policy denies", async () => {
    const { tools, done } = world();
    const { plan } = await rehearse("(tool/refund {:id (+ 0 1)})", { tools });
    const policy = [{ tool: "refund", verdict: "deny" }] as const;
    const step = await runPlan("(tool/refund {:id (+ 0 1)})", plan, { tools, policy });
    expect(failOf(step)).toBe("tool_error");
    expect(done).toEqual([]);
  });

  test("asks again where a call depends on a result", async () => {
    const { tools, done } = world();
    const source = '(tool/refund {:id (:id (tool/create {:name "ann"}))})';
    const { plan } = await rehearse(source, { tools });
    const step = await runPlan(source, plan, { tools });
    if (step.status !== "waiting") throw new Error("expected a run that waits");
    expect(step.pending.map(({ tool, arguments: args }) => [tool, args])).toEqual([
      ["refund", { id: 300 }],
    ]);
    expect(done).toEqual(['create {"name":"ann"}']);
    const decisions = { [step.pending[0]?.id ?? ""]: approve() };
    const next = await resumePlan(source, plan, step.checkpoint, { tools, decisions });
    expect(next.ok).toBe(true);
    expect(done).toEqual(['create {"name":"ann"}', 'refund {"id":300}']);
  });

  test("asks about calls that an incomplete plan lacks", async () => {
    const { tools, done } = world();
    const source = '(when (= "open" (:state (tool/create {:name "a"}))) (tool/mail {:to "b"}))';
    const { plan } = await rehearse(source, { tools });
    const planned = { ...plan, calls: plan.calls.filter(({ tool }) => tool === "create") };
    const step = await runPlan(source, planned, { tools });
    expect(step.status === "waiting" && step.pending.map(({ tool }) => tool)).toEqual(["mail"]);
    expect(done).toEqual(['create {"name":"a"}']);
  });

  test("has the random numbers of its rehearsal", async () => {
    const { tools } = world();
    const source = "(tool/refund {:id (rand-int 1000000)})";
    const { plan } = await rehearse(source, { tools });
    expect(failOf(await runPlan(source, plan, { tools }))).toBe("ok");
  });

  test("is refused if it isn't a plan", () => {
    const { tools } = world();
    const wrong = { calls: [] } as unknown as Plan;
    expect(() => runPlan("1", wrong, { tools })).toThrow(
      "`plan`: expected the plan of a rehearsal",
    );
  });
});
