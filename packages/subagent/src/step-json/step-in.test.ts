import { createMemoryStore, recordsOf } from "@ptc/core/store";
import { expect, test } from "vitest";
import { defineAgent, run } from "../index.ts";
import { stepIn, stepToJson } from "./index.ts";

const encryption = { current: { id: "1", key: "a secret of the host" } };
const program =
  "(def f (fn [x] (* 2 x))) (def iban (:_iban data/user)) (println iban) " +
  '(return {:twice (f 3) :pin (:_pin data/user) :text (str "to " iban) :user data/user})';
const context = { user: { _iban: "DE89370400440532013000", _pin: 1_000 } };
const agent = defineAgent({ prompt: "Pay." });

function paid() {
  return run(agent, { context, llm: () => Promise.resolve(program), collectMessages: true });
}

test("keeps a step with all of its parts in an encrypted record", async () => {
  const store = createMemoryStore();
  const step = await paid();
  const stored = await stepIn(store, "a", { encryption });
  expect(stored.step).toBe(undefined);
  await stored.replace(step);
  const { step: read } = await stepIn(store, "a", { encryption });
  expect(read === undefined ? read : stepToJson(read)).toEqual(stepToJson(step));
  expect(JSON.stringify(await store.load({ kind: "step", id: "a" }))).not.toContain("DE89");
});

test("keeps a step without firewalled values in a record in clear", async () => {
  const store = createMemoryStore();
  const step = await paid();
  // A counter that is equal to a firewalled number stays a number.
  const counted = step.ok ? { ...step, usage: { ...step.usage, inputTokens: 1_000 } } : step;
  await (await stepIn(store, "a")).replace(counted);
  expect(JSON.stringify(await store.load({ kind: "step", id: "a" }))).not.toContain("DE89");
  const { step: read } = await stepIn(store, "a");
  expect(read?.ok && read.return).toMatchObject({ twice: 6, text: "to <Firewalled>" });
  expect(read?.ok && (read.return as { pin: unknown }).pin).toBe("<Firewalled>");
  expect(read?.usage?.inputTokens).toBe(1_000);
  expect([...(read?.memory.names() ?? [])]).toEqual(["f"]);
  expect(read?.prints).toEqual(["<Firewalled>"]);
});

test("refuses to replace a step that another process has replaced", async () => {
  const store = createMemoryStore();
  const step = await paid();
  const old = await stepIn(store, "a", { owner: "u" });
  await (await stepIn(store, "a", { owner: "u" })).replace(step);
  await expect(old.replace(step)).rejects.toThrow(
    'memory: the step "a" of "u" was changed or deleted by another process: open it again',
  );
  const steps = recordsOf(store, { kind: "step", owner: "u" });
  expect((await steps.list()).records).toMatchObject([{ id: "a", owner: "u", status: "open" }]);
});

test("refuses a step that is too large, and contents that aren't a step", async () => {
  const store = createMemoryStore();
  const small = await stepIn(store, "a", { maximumBytes: 100 });
  await expect(small.replace(await paid())).rejects.toThrow(
    'memory: the step "a" is larger than 100 bytes as JSON: store less in it, or raise `maximumBytes`',
  );
  const snapshot = '{"format":"ptc-step","version":1,"step":{"ok":1}}';
  const key = { kind: "step", id: "a" } as const;
  await store.append([{ key, version: 0, head: { status: "open" }, snapshot }]);
  await expect(stepIn(store, "a")).rejects.toMatchObject({ problem: "damaged" });
});
