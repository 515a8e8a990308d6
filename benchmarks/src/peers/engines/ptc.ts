// Our engine: from source with `run`, prepared with `prepare`, and with the limits that every user
// has.
import { prepare, run, type LispStep } from "@ptc/lisp";
import type { Engine } from "../engine.ts";

export const ptcEngine: Engine = {
  ready: async ({ start, programs: { lisp }, data = {}, tools = {} }) => {
    if (start === "source") return { call: () => run(lisp, { context: data, tools }), answer };
    const prepared = await prepare(lisp, { tools });
    if (!prepared.ok) throw new Error(`${lisp}: ${prepared.errors[0]?.message ?? "wrong"}`);
    return { call: () => prepared.program.run({ context: data }), answer };
  },
};

function answer(outcome: unknown): unknown {
  const step = outcome as LispStep;
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}
