import { afterEach, expect, test } from "vitest";
import { bundledCommand } from "../../../../vitest.bundles.ts";
import { Evaluator, type EvaluatorOptions } from "./evaluator.ts";

const nodeOptions = await bundledCommand();

const withoutBounds = { steps: Number.MAX_SAFE_INTEGER, timeoutMs: 1_000_000 };
const open: Evaluator[] = [];

function evaluator(options: Partial<EvaluatorOptions> = {}): Evaluator {
  const made = new Evaluator({
    worker: new URL("./evaluation-worker.ts", import.meta.url),
    nodeOptions,
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
    warnings: [],
    text: "20",
  });
});

test("an interrupt stops an endless loop, and the session keeps its state", async () => {
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

test("programs read the context and call tools of a module, which is reloaded after an interrupt", async () => {
  const session = evaluator({
    context: { rows: [{ amount: 1 }, { amount: 41 }] },
    tools: { folder: import.meta.dirname, path: "../../test/some-tools.ts" },
  });
  expect(await session.started()).toEqual({ type: "ready", tools: ["block", "double"] });
  expect(await texts(session, "(sum-by :amount data/rows)", "(tool/double {:n *1})")).toEqual([
    "42",
    "84",
  ]);
  const running = session.evaluate("(tool/block {})");
  await new Promise((resolve) => setTimeout(resolve, 200));
  session.interrupt();
  expect(await running).toEqual({ type: "interrupted", lost: [] });
  expect(await texts(session, "(tool/double {:n *1})")).toEqual(["168"]);
});

test("reports tools that can't be loaded before any program runs", async () => {
  const session = evaluator({ tools: { folder: import.meta.dirname, path: "missing.ts" } });
  const message = "tools module missing.ts: no such file";
  expect(await session.started()).toEqual({ type: "refused", message });
});

test("the last error is a map, even after an interrupt", async () => {
  const session = evaluator();
  expect(
    await texts(session, "*e", "(/ 1 (count []))", "(:reason *e)", "(string? (:message *e))"),
  ).toEqual(["nil", expect.stringContaining("zero"), '"eval_error"', "true"]);
  const running = session.evaluate("(loop [] (recur))");
  await new Promise((resolve) => setTimeout(resolve, 200));
  session.interrupt();
  await running;
  expect(await texts(session, "(:reason *e)")).toEqual(['"interrupted"']);
});

test("an interrupt names the values that are lost with the thread", async () => {
  const session = evaluator();
  const long = '(apply str (repeat 250 (apply str (repeat 100000 "x"))))';
  await texts(session, `(def text ${long})`, "(subs text 0 3000000)");
  const running = session.evaluate("(loop [] (recur))");
  await new Promise((resolve) => setTimeout(resolve, 200));
  session.interrupt();
  expect(await running).toEqual({ type: "interrupted", lost: ["text", "*1"] });
});

test("warns on a terminal about definitions that can't be saved", async () => {
  const counting =
    "(fn [rf] (let [n (volatile! 0)] (fn ([r] (rf r)) ([r x] (rf r (+ x (vswap! n inc)))))))";
  const source = `(do (def endless (sequence ${counting} (range))) (first endless))`;
  const outcome = await evaluator().evaluate(source, 80);
  expect(outcome).toMatchObject({ warnings: [expect.stringContaining("endless was not saved")] });
});

test("formats values to the given width, and shows documentation as text", async () => {
  const session = evaluator();
  const shown = async (source: string) => {
    const outcome = await session.evaluate(source, 40);
    return "text" in outcome ? outcome.text : outcome.type;
  };
  expect(await shown('(mapv (fn [id] {:id id :name "somebody"}) [1 2])')).toBe(
    '[{:id 1, :name "somebody"}\n {:id 2, :name "somebody"}]',
  );
  expect(await shown("(doc inc)")).toMatch(/^inc, inc' \(function\)\n {2}\(inc x\)\n/);
  const printed = await session.evaluate("(dotimes [i 50000] (println i))", 40);
  expect("prints" in printed && printed.prints.at(-1)).toMatch(
    /^… \([\d,]+ prints shortened or not shown\)$/,
  );
});

test("an interrupt without a running program does nothing", async () => {
  const session = evaluator();
  await texts(session, "(def a 1)");
  session.interrupt();
  expect(await texts(session, "a")).toEqual(["1"]);
});

test("reports a thread that can't start, every time", async () => {
  const session = evaluator({ worker: new URL("data:text/javascript,throw new Error('broken')") });
  const first = await session.evaluate("1");
  expect(first).toMatchObject({ type: "crashed", message: "broken" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await session.evaluate("2")).toMatchObject({ type: "crashed", message: "broken" });
});

test("`(effects form)` lists the calls of a form, and runs nothing", async () => {
  const session = evaluator({
    tools: { folder: import.meta.dirname, path: "../../test/some-tools.ts" },
  });
  await texts(session, "(defn twice [x] (tool/double {:n x}) (tool/double {:n 2}))");
  const shown = await session.evaluate("(effects (do (tool/block) (run! twice [1 2 3])))");
  const text = "text" in shown ? shown.text : shown.type;
  expect(text).toMatch(/^block +1 /m);
  expect(text).toMatch(/^double +any number/m);
  // A definition of the session comes first.
  expect(await texts(session, "(defn effects [x] [:mine x])", "(effects 1)")).toEqual([
    "#'effects",
    "[:mine 1]",
  ]);
});
