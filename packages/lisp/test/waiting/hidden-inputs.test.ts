import { Firewall } from "@ptc/core/firewall";
import { describe, expect, test } from "vitest";
import { createSession, decodeMemory, Memory, resume, run, type Tools } from "../../src/index.ts";
import { approvals, waiting } from "./waiting-step.ts";

const canary = "canary-4711";
const secret = { _k: canary, inner: { _k: canary } };

/** A call that ends and one that waits, both with the value of `expression`. */
function program(expression: string): string {
  return `(do (tool/note {:a ${expression}}) (tool/pay {:a ${expression}}))`;
}

function toolsOf(calls: unknown[]): Tools {
  const noted = ({ a }: { readonly a?: unknown }): number => calls.push(a);
  return { note: noted, pay: { needsApproval: true, execute: noted } };
}

function stored(memory: Memory): Promise<Memory> {
  return decodeMemory(JSON.parse(JSON.stringify(memory)));
}

const inputs = [
  ["the context", "data/secret", { context: { secret } }],
  ["a memory of values", "secret", { memory: { secret } }],
  ["a Memory", "secret", { memory: Memory.from({ secret }) }],
  ["a Memory from its JSON", "secret", { memory: await stored(Memory.from({ secret })) }],
  ["the history", "*1", { history: [Memory.from({ secret }).get("secret") ?? null] }],
] as const;

describe("firewalled fields", () => {
  const expressions = [
    "(:_k X)",
    "(:_k (:inner X))",
    "(let [{:keys [_k]} X] _k)",
    "(first (map :_k [X]))",
    '(str "for " (:_k X))',
    "(first (vals X))",
    "(:_k (assoc X :other 1))",
  ];
  test.each(inputs)("in %s are hidden in checkpoints", async (_, name, given) => {
    for (const expression of expressions) {
      const calls: unknown[] = [];
      const tools = toolsOf(calls);
      const source = program(expression.replaceAll("X", name));
      const step = waiting(await run(source, { tools, ...given }));
      expect(JSON.stringify([step.checkpoint, step.pending])).not.toContain(canary);
      expect(step.pending[0]?.arguments).toEqual({
        a: expression.includes("str") ? "for <Firewalled>" : "<Firewalled>",
      });
      const end = await resume(source, step.checkpoint, {
        tools,
        ...given,
        decisions: approvals(step),
      });
      expect(end.ok).toBe(true);
      expect(calls).toEqual([calls[0], calls[0]]);
      expect(calls[0]).toContain(canary);
    }
  });
});

test("a value with a firewalled name in memory is hidden in checkpoints", async () => {
  const step = waiting(
    await run(program("_key"), { tools: toolsOf([]), memory: { _key: canary, plain: "shown" } }),
  );
  expect(JSON.stringify([step.checkpoint, step.pending])).not.toContain(canary);
});

test("an allowed field in memory is shown in checkpoints", async () => {
  const firewall = new Firewall({ allow: ["_k"] });
  const step = waiting(
    await run(program("(:_k secret)"), { tools: toolsOf([]), memory: { secret }, firewall }),
  );
  expect(step.pending[0]?.arguments).toEqual({ a: canary });
});

test("firewalled fields of a journal entry are hidden in checkpoints", async () => {
  const source = program('(:_k (task "t" 5))');
  const step = waiting(await run(source, { tools: toolsOf([]), journal: { t: secret } }));
  expect(JSON.stringify([step.checkpoint, step.pending])).not.toContain(canary);
});

test("firewalled fields of a session's memory are hidden in checkpoints", async () => {
  const session = createSession({ tools: toolsOf([]), memory: { secret } });
  await session.run("(def mine (assoc secret :other 1))");
  const step = waiting(await session.run(program("(:_k mine)")));
  expect(JSON.stringify([step.checkpoint, step.pending])).not.toContain(canary);
});
