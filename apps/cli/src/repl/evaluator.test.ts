import { afterEach, expect, test } from "vitest";
import { Evaluator, type EvaluatorOptions } from "./evaluator.ts";

const withoutBounds = { steps: Number.MAX_SAFE_INTEGER, timeoutMs: 1_000_000 };
const open: Evaluator[] = [];

function evaluator(options: Partial<EvaluatorOptions> = {}): Evaluator {
  const made = new Evaluator({
    worker: new URL("./evaluation-worker.ts", import.meta.url),
    nodeOptions: ["--conditions=@ptc/source"],
    limits: withoutBounds,
    ...options,
  });
  open.push(made);
  return made;
}

afterEach(async () => {
  for (const made of open.splice(0)) await made.close();
});

async function texts(session: Evaluator, ...sources: readonly string[]): Promise<string[]> {
  const results: string[] = [];
  for (const source of sources) {
    const outcome = await session.evaluate(source);
    results.push("text" in outcome ? outcome.text : outcome.type);
  }
  return results;
}

test("programs share memory and the last values", async () => {
  const session = evaluator();
  expect(await texts(session, "(def a 20)", "(+ a 1)", "(* 2 *1)", "[*1 *2 *3]")).toEqual([
    "#'a",
    "21",
    "42",
    "[42 21 #'a]",
  ]);
  expect(await session.evaluate("(println 1) (nope)")).toMatchObject({
    type: "failure",
    reason: "analysis_error",
    prints: [],
  });
  expect(await session.evaluate("(println 1) (println 2) a")).toEqual({
    type: "value",
    prints: ["1", "2"],
    text: "20",
  });
});

test("a loop without end is stopped, and the session goes on with all it had", async () => {
  const session = evaluator();
  await texts(
    session,
    '(def kept {:big 123456789012345678901 :set #{"a"}})',
    "(def n 40)",
    "(defn plus [x] (fn [y] (+ x y n)))",
    "(def plus-one (plus 1))",
  );
  const running = session.evaluate("(def lost 1) (loop [] (recur))");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(session.isRunning).toBe(true);
  session.interrupt();
  expect(await running).toEqual({ type: "interrupted", lost: [] });
  expect(await texts(session, "*2", "(plus-one 1)", "kept")).toEqual([
    "#'plus",
    "42",
    '{:big 123456789012345678901, :set #{"a"}}',
  ]);
  expect(await session.evaluate("lost")).toMatchObject({ type: "failure" });
});

test("an interrupt while nothing runs does nothing", async () => {
  const session = evaluator();
  await texts(session, "(def a 1)");
  session.interrupt();
  expect(await texts(session, "a")).toEqual(["1"]);
});

test("a thread that cannot start says so, again and again", async () => {
  const session = evaluator({ worker: new URL("data:text/javascript,throw new Error('broken')") });
  const first = await session.evaluate("1");
  expect(first).toMatchObject({ type: "crashed", message: "broken" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await session.evaluate("2")).toMatchObject({ type: "crashed", message: "broken" });
});
