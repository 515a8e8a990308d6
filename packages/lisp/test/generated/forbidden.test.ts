// A host that forbids code from text runs closures.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundledModules } from "../../../../vitest.bundles.ts";
import { createPool } from "../../src/node/index.ts";
import { children, hasProc, keepsCompiled } from "../node/pools.ts";

const program =
  "(defn f [n] (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))) [(f 12) (loop [i 0] (if (< i 9000) (recur (inc i)) i))]";

const [lisp] = await bundledModules([join(import.meta.dirname, "../../src/index.ts")]);

/** Runs the program hot, and reports how often the host was asked to make code from text. */
const script = `
  let asked = 0;
  globalThis.Function = new Proxy(Function, {
    construct(target, args, self) { asked++; return Reflect.construct(target, args, self); },
  });
  const { run } = await import(${JSON.stringify(lisp)});
  const answers = [];
  for (const generate of ["auto", { calls: 0, turns: 0 }, { calls: 0, turns: 0 }]) {
    const step = await run(${JSON.stringify(program)}, { generate });
    answers.push(step.ok ? step.return : step.fail.message);
  }
  console.log(JSON.stringify({ asked, answers }));
`;

function report(...flags: readonly string[]): { asked: number; answers: unknown } {
  return JSON.parse(
    execFileSync(
      process.execPath,
      [...flags, "--input-type=module", "--eval", script],
      { encoding: "utf8" },
    ),
  ) as { asked: number; answers: unknown };
}

const answer = [144, 9_000];

test("a process that forbids code from text is asked once, and runs closures", () => {
  expect(report("--disallow-code-generation-from-strings")).toEqual({
    asked: 1,
    answers: [answer, answer, answer],
  });
  expect(report().asked).toBeGreaterThan(2);
});

test("pool processes forbid code from text unless the pool allows it", async () => {
  for (const generate of ["never", "auto"] as const) {
    await using pool = createPool({ size: 1, generate, execArgv: keepsCompiled });
    for (const wanted of ["auto", "never", { calls: 0, turns: 0 }] as const) {
      const step = await pool.run(program, { generate: wanted });
      expect(step.ok && step.return).toEqual(answer);
    }
    const forbidding = children().filter((pid) =>
      readFileSync(`/proc/${String(pid)}/cmdline`, "utf8").includes("--disallow-code-generation"),
    );
    expect(forbidding).toHaveLength(hasProc && generate === "never" ? 1 : 0);
  }
  expect(() => createPool({ generate: "always" as never })).toThrow(/generate.*"auto" or "never"/);
});
