// Data of decisions that JSON can't represent: a run and its next pass must see it in the same way.

import { expect, test } from "vitest";
import { answer, approve, deny, resume, run, type Decision, type Tools } from "../../src/index.ts";
import { approvals, loopOf, waiting } from "./waiting-step.ts";

/** The result of the first call is an argument of the second, so the run notices a difference. */
const program = `
  (let [a (try (tool/any {:id 1}) (catch Exception e (ex-message e)))]
    [(tool/any {:id a}) (count (str a))])`;
const tools: Tools = {
  any: {
    needsApproval: true,
    execute: ({ id }) => Object.prototype.toString.call(id),
  },
};

class Point {
  readonly x = 1;
  get y(): number {
    return 2;
  }
}

/** Decides about the first call, and approves the second one in a later pass. */
async function decided(decision: unknown) {
  const first = waiting(await run(program, { tools }));
  const decisions = { [first.pending[0]?.id ?? ""]: decision as Decision };
  const second = waiting(await resume(program, first.checkpoint, { tools, decisions }));
  const decisionsOfSecond = approvals(second);
  return await resume(program, second.checkpoint, { tools, decisions: decisionsOfSecond });
}

const odd: readonly (readonly [string, () => unknown])[] = [
  ["a class with a getter", () => new Point()],
  ["a date", () => new Date(0)],
  ["a generator", () => [1].values()],
  ["a stream", () => new ReadableStream()],
  ["a map", () => new Map([[1, 2]])],
  ["a function", () => () => 1],
  ["a symbol", () => Symbol("x")],
  ["a promise in a list", () => [Promise.resolve(1)]],
  ["a long text", () => "x".repeat(100_000)],
  ["undefined", () => undefined],
  ["a number that isn't one", () => NaN],
];

test.each(odd)("%s in a decision is the same in each later pass", async (_what, make) => {
  for (const decision of [answer(make()), approve({ arguments: { id: make() } })]) {
    const step = await decided(decision);
    expect(step.fail).toBeUndefined();
    expect(step.ok && step.return).toHaveLength(2);
  }
});

test("a long denial is the same in each later pass", async () => {
  const step = await decided(deny("no ".repeat(100_000)));
  expect(step.ok && step.return).toHaveLength(2);
  expect(JSON.stringify(step).length).toBeLessThan(20_000);
});

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

test.each<readonly [string, () => unknown, string]>([
  ["a promise", () => answer(Promise.resolve(1)), "expected data, got a promise: await it first"],
  [
    "a promise of arguments",
    () => approve({ arguments: Promise.resolve({}) as never }),
    "expected data, got a promise: await it first",
  ],
  [
    "arguments that are a date",
    () => approve({ arguments: new Date(0) as never }),
    "expected an object with the arguments of the call",
  ],
  [
    "arguments that are a map",
    () => approve({ arguments: new Map() as never }),
    "expected an object with the arguments of the call",
  ],
  ["an answer that contains itself", () => answer(loopOf()), "the answer can't be stored: "],
  [
    "an edit that contains itself",
    () => approve({ arguments: { id: loopOf() } }),
    "the arguments are nested more than 1000 levels deep",
  ],
  ["a function", () => deny, "must be approve(), deny"],
  ["a denial with a date", () => deny(new Date(0) as never), "must be approve(), deny"],
  ["an object that can't be read", revoked, "must be approve(), deny"],
])("%s is refused before the call, so it can be corrected", async (_what, make, message) => {
  const first = waiting(await run(program, { tools }));
  const id = first.pending[0]?.id ?? "";
  const decide = (decision: unknown) =>
    resume(program, first.checkpoint, { tools, decisions: { [id]: decision as Decision } });
  await expect(decide(make())).rejects.toMatchObject({
    name: "CheckpointError",
    problem: "decision",
    message: expect.stringContaining(message) as string,
  });
  expect((await decide(answer("corrected"))).status).toBe("waiting");
});
