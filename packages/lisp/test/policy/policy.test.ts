// Policies of runs: verdicts by rule and effect, before the run and at each call, with pauses.

import { describe, expect, test } from "vitest";
import { analyze, explainPolicy } from "../../src/effects.ts";
import {
  approve,
  createSession,
  deny,
  prepare,
  resume,
  run,
  type LispStep,
  type Policy,
  type PolicyRule,
  type Tools,
} from "../../src/index.ts";
import { testPools } from "../node/pools.ts";

function world(): { readonly tools: Tools; readonly done: string[] } {
  const done: string[] = [];
  const tool =
    (name: string) =>
    (args: unknown): string => {
      done.push(`${name} ${JSON.stringify(args)}`);
      return name;
    };
  const tools: Tools = {
    find: { effect: "read", execute: tool("find") },
    pay: { effect: "write", execute: tool("pay") },
    remove: { effect: "destructive", execute: tool("remove") },
    plain: tool("plain"),
  };
  return { tools, done };
}

function pendingOf(step: LispStep): readonly string[] {
  return step.status === "waiting" ? step.pending.map(({ tool }) => tool) : [];
}

async function failOf(source: string, policy: Policy): Promise<string> {
  const { tools } = world();
  const step = await run(source, { tools, policy });
  return step.ok ? "ok" : `${step.fail.reason}: ${step.fail.message}`;
}

describe("the defaults of a policy", () => {
  test("allow reads, and ask about writes and tools without an effect", async () => {
    const { tools, done } = world();
    const source = "(pcalls #(tool/find) #(tool/pay {:id 1}) #(tool/remove) #(tool/plain))";
    const step = await run(source, { tools, policy: [] });
    expect(pendingOf(step)).toEqual(["pay", "remove", "plain"]);
    expect(done).toEqual(["find {}"]);
  });

  test("change nothing without a policy", async () => {
    const { tools, done } = world();
    const step = await run("(do (tool/pay) (tool/remove) (tool/plain))", { tools });
    expect([step.ok, done.length]).toEqual([true, 3]);
  });

  test("can be replaced for each effect", async () => {
    const { tools } = world();
    const policy = { rules: [], defaults: { write: "allow", destructive: "deny" } } as const;
    const step = await run("(do (tool/pay) (try (tool/remove) (catch Exception e (ex-data e))))", {
      tools,
      policy,
    });
    expect(step.ok && step.return).toMatchObject({ data: { reason: "policy_denied" } });
  });
});

describe("a call that the policy asks about", () => {
  const policy: Policy = [{ tool: "pay", verdict: "ask" }];

  test("continues with an approval, and asks about later calls", async () => {
    const { tools, done } = world();
    const source = "[(tool/pay {:id 1}) (tool/pay {:id 2})]";
    const first = await run(source, { tools, policy });
    if (first.status !== "waiting") throw new Error("expected a waiting run");
    const [one] = first.pending;
    const second = await resume(source, first.checkpoint, {
      tools,
      policy,
      decisions: { [one?.id ?? ""]: approve() },
    });
    expect(done).toEqual(['pay {"id":1}']);
    if (second.status !== "waiting") throw new Error("expected a waiting run");
    const [two] = second.pending;
    const last = await resume(source, second.checkpoint, {
      tools,
      policy,
      decisions: { [two?.id ?? ""]: deny("enough") },
    });
    expect(last.ok).toBe(false);
    expect(done).toEqual(['pay {"id":1}']);
  });

  test("can't be approved with arguments that the policy denies", async () => {
    const { tools, done } = world();
    const rules: PolicyRule[] = [
      { tool: "pay", arguments: { id: { const: 2 } }, verdict: "deny", message: "not 2" },
      ...(policy as PolicyRule[]),
    ];
    const source = "(tool/pay {:id (+ 0 1)})";
    const first = await run(source, { tools, policy: rules });
    if (first.status !== "waiting") throw new Error("expected a waiting run");
    const [one] = first.pending;
    const step = await resume(source, first.checkpoint, {
      tools,
      policy: rules,
      decisions: { [one?.id ?? ""]: approve({ arguments: { id: 2 } }) },
    });
    expect(!step.ok && step.fail.message).toContain("the policy denies calls of tool/pay: not 2");
    expect(done).toEqual([]);
  });

  test("counts calls across pauses", async () => {
    const { tools, done } = world();
    const limited: Policy = [
      { tool: "find", calls: { above: 2 }, verdict: "deny", message: "two are enough" },
      ...(policy as PolicyRule[]),
    ];
    const source =
      "(do (tool/find) (tool/find) (tool/pay) (try (tool/find) (catch Exception e :no)))";
    const first = await run(source, { tools, policy: limited });
    if (first.status !== "waiting") throw new Error("expected a waiting run");
    const step = await resume(source, first.checkpoint, {
      tools,
      policy: limited,
      decisions: { [first.pending[0]?.id ?? ""]: approve() },
    });
    expect(step.ok && step.return).toBe("no");
    expect(done).toEqual(["find {}", "find {}", "pay {}"]);
  });
});

describe("a denied call", () => {
  const policy: Policy = [{ tool: "remove", verdict: "deny", message: "archive it instead" }];

  test("that is certain fails the program before it runs, with its position", async () => {
    const { tools, done } = world();
    const step = await run("(tool/find)\n(tool/remove {:id 1})", { tools, policy });
    expect(!step.ok && [step.fail.reason, step.fail.op, step.fail.details?.position?.line]).toEqual(
      ["policy_denied", "tool/remove", 2],
    );
    expect(done).toEqual([]);
  });

  test("that is certain is found in functions, loops and literal arguments", async () => {
    expect(await failOf("(defn f [] (tool/remove)) (f)", policy)).toContain("archive it instead");
    expect(await failOf("(run! tool/remove [{:id 1}])", policy)).toContain("policy_denied");
    const large: Policy = [
      { tool: "pay", arguments: { amount: { exclusiveMinimum: 100 } }, verdict: "deny" },
      { verdict: "allow" },
    ];
    expect(await failOf("(tool/pay {:amount 500})", large)).toContain("policy_denied");
    expect(await failOf("(tool/pay {:amount 50})", large)).toBe("ok");
    expect(await failOf("(tool/pay {:amount (* 5 100)})", large)).toContain("tool_error");
    const often: Policy = [
      { tool: "pay", calls: { above: 2 }, verdict: "deny" },
      { verdict: "allow" },
    ];
    expect(await failOf("(dotimes [i 3] (tool/pay {:id i}))", often)).toContain("policy_denied");
  });

  test("that may not happen fails only when it happens", async () => {
    expect(await failOf("(when (tool/find) (tool/remove))", policy)).toContain("tool_error");
    expect(await failOf("(when-not (tool/find) (tool/remove))", policy)).toBe("ok");
    expect(await failOf("(try (tool/remove) (catch Exception e 1))", policy)).toBe("ok");
  });
});

describe("a policy applies to", () => {
  const policy: Policy = [{ tool: "p*", verdict: "deny" }];

  test("prepared programs and sessions", async () => {
    const { tools } = world();
    const prepared = await prepare("(when (tool/find) (tool/pay))", { tools });
    if (!prepared.ok) throw new Error("expected a program");
    const step = await prepared.program.run({ policy });
    expect(!step.ok && step.fail.message).toContain("the policy denies calls of tool/pay");
    const session = createSession({ tools, policy });
    await session.run("(defn go [] (tool/plain))");
    const next = await session.run("(go)");
    expect(!next.ok && next.fail.message).toContain("the policy denies calls of tool/plain");
  });

  test("a prepared program that waits, which continues with the same policy", async () => {
    const { tools, done } = world();
    const prepared = await prepare("(tool/remove)", { tools });
    if (!prepared.ok) throw new Error("expected a program");
    const first = await prepared.program.run({ policy });
    if (first.status !== "waiting") throw new Error("expected a waiting run");
    const decisions = { [first.pending[0]?.id ?? ""]: approve() };
    const step = await prepared.program.resume(first.checkpoint, { policy, decisions });
    expect([step.ok, done]).toEqual([true, ["remove {}"]]);
  });
});

test("a function decides from the call, and denies if it fails", async () => {
  const { tools, done } = world();
  const policy: Policy = ({ tool, arguments: args }) => {
    if (tool === "plain") throw new Error("no idea");
    return args["id"] === 1 ? "allow" : { verdict: "deny", message: "only 1" };
  };
  const source = `[(tool/pay {:id 1}) (try (tool/pay {:id 2}) (catch Exception e (ex-message e)))
    (try (tool/plain) (catch Exception e (ex-message e)))]`;
  const step = await run(source, { tools, policy });
  expect(step.ok && step.return).toEqual([
    "pay",
    "the policy denies calls of tool/pay: only 1",
    "the policy denies calls of tool/plain: the policy failed: no idea",
  ]);
  expect(done).toEqual(['pay {"id":1}']);
});

describe("explainPolicy", () => {
  const rules: PolicyRule[] = [
    { tool: ["mail_*", "sms"], arguments: { to: { glob: "*@example.com" } }, verdict: "allow" },
    { tool: "mail_*", arguments: { to: { not: { glob: "*@*" } } }, verdict: "deny" },
    { effect: "destructive", agent: "support/*", verdict: "deny" },
    { openWorld: false, calls: { above: 3 }, verdict: "ask" },
  ];
  const cases = [
    [{ tool: "mail_send", arguments: { to: "a@example.com" } }, "allow rule 0"],
    [{ tool: "mail_send", arguments: { to: "a@example.com.evil" } }, "ask default"],
    [{ tool: "mail_send", arguments: {} }, "deny rule 1"],
    [{ tool: "remove", effect: "destructive", agent: "support/refunds" }, "deny rule 2"],
    [{ tool: "remove", effect: "destructive", agent: "other" }, "ask default"],
    [{ tool: "count", effect: "read", openWorld: false, calls: 4 }, "ask rule 3"],
    [{ tool: "count", effect: "read", calls: 4 }, "allow default"],
  ] as const;

  test.each(cases)("names the deciding rule for %j", (call, expected) => {
    const { verdict, by, index } = explainPolicy(rules, call);
    expect([verdict, by, index].filter((part) => part !== undefined).join(" ")).toBe(expected);
  });
});

const wrong: readonly (readonly [unknown, string])[] = [
  ["all", "option `policy`: expected a list of rules, { rules, defaults } or a function"],
  [[{ tool: "pay" }], 'option `policy[0].verdict`: expected "allow", "ask" or "deny"'],
  [
    [{ tools: "pay", verdict: "deny" }],
    "option `policy[0].tools`: unknown option (did you mean `tool`?)",
  ],
  [[{ arguments: { id: { max: 1 } }, verdict: "allow" }], "policy[0].arguments.id.max"],
  [[{ arguments: { id: { const: undefined } }, verdict: "allow" }], "expected plain JSON"],
  [
    [{ arguments: { id: undefined }, verdict: "allow" }],
    "option `policy[0].arguments.id`: expected a matcher",
  ],
  [[{ calls: 3, verdict: "deny" }], "option `policy[0].calls`: expected { above: 10 }"],
  [[{ effect: [], verdict: "deny" }], "policy[0].effect"],
  [{ rules: [], defaults: { wirte: "deny" } }, "policy.defaults.wirte"],
];

test.each(wrong)("rejects the policy %j", async (policy, message) => {
  const { tools } = world();
  await expect(run("1", { tools, policy: policy as Policy })).rejects.toThrow(message);
});

test("rejects a tool with an unknown effect", async () => {
  const tools = { pay: { effect: "reed", execute: () => 1 } } as unknown as Tools;
  await expect(run("1", { tools, policy: [] })).rejects.toThrow(
    "option `tools.pay.effect`: expected",
  );
});

test("lists calls through libraries and memory without positions in them", async () => {
  const { tools } = world();
  const libraries = { shop: "(defn buy [id] (tool/pay {:id id}))" };
  const found = await analyze("(shop/buy 1)", { tools, libraries });
  expect(found.ok && found.effects.tools).toMatchObject([
    { tool: "pay", most: Infinity, sites: [{ through: "shop/buy" }] },
  ]);
});

describe("in a pool", () => {
  const { poolOf } = testPools();

  test("a policy decides before the program runs, at each call, and after a pause", async () => {
    const { tools, done } = world();
    const pool = poolOf();
    const policy: Policy = [
      { tool: "remove", verdict: "deny", message: "never" },
      { tool: "pay", arguments: { id: { minimum: 10 } }, verdict: "deny", message: "too large" },
    ];
    const denied = await pool.run("(tool/find) (tool/remove)", { tools, policy });
    expect(denied).toMatchObject({ ok: false, fail: { reason: "policy_denied" } });
    expect(done).toEqual([]);
    const source = `(for [id [1 20]]
      (try (tool/pay {:id id}) (catch Exception e (ex-message e))))`;
    const step = await pool.run(source, { tools, policy });
    expect(pendingOf(step)).toEqual(["pay"]);
    if (step.status !== "waiting") expect.fail("expected a run that waits");
    const decisions = Object.fromEntries(step.pending.map(({ id }) => [id, approve()]));
    const next = await pool.resume(source, step.checkpoint, { tools, policy, decisions });
    expect(next.ok && next.return).toEqual([
      "pay",
      "the policy denies calls of tool/pay: too large",
    ]);
    expect(done).toEqual(['pay {"id":1}']);
  });

  test("a policy decides about the calls of a program that is too long to be analyzed", async () => {
    const { tools, done } = world();
    const source = `(tool/find) (tool/remove) "${"x".repeat(30_000)}"`;
    const policy: Policy = [{ tool: "remove", verdict: "deny", message: "never" }];
    const step = await poolOf().run(source, { tools, policy });
    expect(step.ok ? "ok" : step.fail.message).toContain("the policy denies calls of tool/remove");
    expect(done).toEqual(["find {}"]);
  });
});
