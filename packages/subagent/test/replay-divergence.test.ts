// Replays that differ from the recorded run.

import { describe, expect, test } from "vitest";
import { defineAgent } from "../src/index.ts";
import { replay } from "../src/recording/index.ts";
import { answering, recorded } from "./recorded-run.ts";

describe("a replay that diverges", () => {
  const calls: unknown[] = [];
  const agent = defineAgent({
    prompt: "Do it.",
    tools: { a: (args) => calls.push(args), b: (args) => calls.push(args) },
    maxTurns: 4,
  });
  const first =
    "(def x (tool/a {:n 1}))\n(pmap (fn [n] (tool/b {:n n})) [1 2 3])\n(try\n  (tool/a {:n 2})\n  (catch Exception e 0))";
  const made = async () =>
    await recorded(agent, {
      llm: answering({ Do: [first, "(return (tool/b {:n (currentTimeMillis)}))"] }),
    });

  test("ends at a call with other arguments, whatever the program catches, and shows the location in both programs", async () => {
    const { recording } = await made();
    const count = calls.length;
    const edited =
      "(def x (tool/a {:n 1}))\n(pmap (fn [n] (tool/b {:n n})) [1 2 3])\n\n(try (do (println 1)   (tool/a {:n 3}))\n  (catch Exception e 0))";
    const again = await replay(agent, recording, { programs: { 1: edited } });
    expect(again).toMatchObject({
      isSame: false,
      step: { ok: false, fail: { reason: "replay_diverged" }, turns: [{ program: edited }] },
      divergence: {
        at: "1/1",
        kind: "different",
        message: "tool/a is called with other arguments at 1/1 than in the recording",
        recorded: { name: "a", args: { n: 2 } },
        asked: { name: "a", args: { n: 3 } },
      },
      asked: { turn: 1, position: { line: 4, column: 24 } },
      recorded: { turn: 1, position: { line: 4, column: 3 } },
    });
    expect(calls).toHaveLength(count);
  });

  test("ends in a branch that diverges", async () => {
    const { recording } = await made();
    const again = await replay(agent, recording, {
      programs: { 1: first.replace("{:n n}", "{:n (if (= n 2) 9 n)}") },
    });
    expect(again.divergence).toMatchObject({
      at: "1/0.1/0",
      kind: "different",
      asked: { args: { n: 9 } },
    });
    expect(again.asked).toMatchObject({ turn: 1, position: { line: 2 } });
    expect(again.recorded).toMatchObject({ turn: 1, position: { line: 2, column: 15 } });
  });

  test("reports another tool, an additional call or a missing call", async () => {
    const { recording } = await made();
    const other = await replay(agent, recording, { programs: { 1: "(tool/b {:n 1})" } });
    expect(other.divergence?.message).toBe(
      "tool/b is called at 1/0, where the recording has tool/a",
    );
    const more = await replay(agent, recording, { programs: { 1: `${first} (tool/b {:n 5})` } });
    expect(more.divergence).toMatchObject({
      kind: "missing",
      at: "1/2",
      message: "the recording has no call of tool/b at 1/2",
      asked: { name: "b", args: { n: 5 } },
    });
    expect(more.recorded).toBeUndefined();
    const less = await replay(agent, recording, { programs: { 1: "(return (tool/a {:n 1}))" } });
    expect(less.step).toMatchObject({ ok: true });
    expect(less.divergence).toMatchObject({
      kind: "unused",
      at: "1/0.0/0",
      message: "the recorded run calls tool/b at 1/0.0/0, but this one does not",
    });
    expect(less.recorded).toMatchObject({ turn: 1, position: { line: 2 } });
  });

  test("an edited program that makes the same calls doesn't diverge", async () => {
    const { recording } = await made();
    const again = await replay(agent, recording, {
      programs: { 2: "(let [t (currentTimeMillis)] (return {:later (tool/b {:n t})}))" },
    });
    expect(again.divergence).toBeUndefined();
    expect(again.step.ok && again.step.return).toHaveProperty("later");
    const same = await replay(agent, recording, { programs: { 1: `(println "more") ${first}` } });
    expect(same.divergence).toBeUndefined();
    expect(same.step.ok).toBe(true);
    expect(same.isSame).toBe(false);
    expect(same.step.prints).toEqual(["more"]);
  });

  test("reports a different definition of the agent", async () => {
    const { recording } = await made();
    const other = defineAgent({ prompt: "Do it.", tools: { a: () => 1, b: () => 2 }, maxTurns: 1 });
    expect(await replay(other, recording)).toMatchObject({
      isSame: false,
      divergence: { kind: "unused", at: "2/m0.1" },
    });
    const renamed = defineAgent({
      prompt: "Do this.",
      tools: { a: () => 1, b: () => 2 },
      maxTurns: 4,
    });
    expect(await replay(renamed, recording)).toMatchObject({
      isSame: false,
      step: { ok: true },
      divergence: {
        at: "end",
        message: "every effect matches the recording, but the step differs",
      },
    });
  });

  test("isn't started for a turn that the recording doesn't have", async () => {
    const { recording } = await made();
    await expect(replay(agent, recording, { programs: { 7: "1" } })).rejects.toThrow(
      "option `programs`: the recording has no turn 7; it has 1, 2",
    );
  });
});
