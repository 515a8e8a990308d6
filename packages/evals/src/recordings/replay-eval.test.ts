import { describe, expect, test } from "vitest";
import { toLanguageModel } from "@ptc/llm";
import { defineSuite, runEval, type EvalSuite } from "../index.ts";
import { replayEval, runRecorder } from "./index.ts";

/** A suite whose tool fails if it is called after the recording. */
function suiteOf(factor: number, { isOffline = false, expected = 6 } = {}): EvalSuite {
  return defineSuite({
    name: "prices",
    cases: ["lamp", "desk"].map((item) => ({
      name: item,
      prompt: `What do ${String(factor)} of ${item} cost?`,
      signature: "() -> :int",
      tools: () => ({
        price: {
          description: "Returns a price.",
          signature: "(item :string) -> :int",
          execute: () => {
            if (isOffline) throw new Error("a tool was called");
            return 2;
          },
        },
      }),
      expected: item === "lamp" ? expected : 2,
      options: { maxTurns: factor },
    })),
  });
}

/** Records a run of each case. */
async function recorded(): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const texts = new Map<string, string>();
  const llm = toLanguageModel(({ messages }) =>
    JSON.stringify(messages).includes("lamp")
      ? '(return (* 3 (tool/price {:item "lamp"})))'
      : '(return (tool/price {:item "desk"}))',
  );
  const { report } = await runEval({
    suite: suiteOf(3),
    variants: [{ name: "one", llm }],
    record: (run) =>
      runRecorder(run, (line) => {
        texts.set(run.caseName, (texts.get(run.caseName) ?? "") + line);
      }),
  });
  expect(report.variants[0]?.passed).toBe(2);
  return Array.from(texts, ([name, text]) => ({ name, text }));
}

describe("recorded runs as an eval", () => {
  test("replay without models and tools, and pass as before", async () => {
    const recordings = await recorded();
    const { report, problems } = await replayEval({
      suite: suiteOf(3, { isOffline: true }),
      recordings,
    });
    expect(problems).toEqual([]);
    expect(report.variants).toMatchObject([{ name: "one", runs: 2, passed: 2 }]);
    expect(report.variants[0]).not.toHaveProperty("diverged");
  });

  test("show where a change of the agent diverges, and judge what it does now", async () => {
    const recordings = await recorded();
    const changed = defineSuite({
      name: "prices",
      cases: [...suiteOf(3, { isOffline: true, expected: 7 }).cases()].map((one) =>
        one.name === "desk" ? { ...one, signature: "() -> :string" } : one,
      ) as never,
    });
    const { report } = await replayEval({ suite: changed, recordings });
    const [variant] = report.variants;
    expect(variant).toMatchObject({ runs: 2, passed: 0 });
    // The lamp runs as recorded, but another answer is expected now. The desk needs another turn.
    expect(variant?.failures.map(({ reason }) => reason).sort()).toEqual([
      ...["replay_diverged", "wrong_answer"],
    ]);
    expect(variant?.diverged).toMatchObject({ count: 1, examples: [{ case: "desk" }] });
    expect(variant?.diverged?.examples[0]?.problem).toMatch(/^at /);
  });

  test("report recordings that can't be read or have no case", async () => {
    const [first] = await recorded();
    const other = defineSuite({ name: "other", cases: [{ name: "x", prompt: "y", expected: 1 }] });
    const { report, problems } = await replayEval({
      suite: other,
      recordings: [
        { name: "a", text: "nonsense" },
        { name: "b", text: first?.text ?? "" },
        { name: "c", text: (first?.text ?? "").replace(/"note":"[^\n]*?\}\}"/, '"note":"mine"') },
      ],
    });
    expect(report.runs).toBe(0);
    expect(problems[0]).toMatch(/^a: line 1 of the recording/);
    expect(problems[1]).toBe('b: the suite has no case "lamp"');
    expect(problems[2]).toBe("c: it isn't a recording of an eval");
  });
});
