// Our engine: from source with `run`, or prepared with `prepare`, with the default limits, and with
// or without generated code for hot parts.
import { prepare, run, type LispStep, type PrepareOptions } from "@ptc/lisp";
import type { Engine } from "../engine.ts";

export function createPtcEngine(generate: NonNullable<PrepareOptions["generate"]>): Engine {
  return {
    ready: async ({ start, programs: { lisp }, data = {}, tools = {} }) => {
      if (start === "source")
        return { call: () => run(lisp, { context: data, tools, generate }), answer };
      const prepared = await prepare(lisp, { tools, generate });
      if (!prepared.ok) throw new Error(`${lisp}: ${prepared.errors[0]?.message ?? "wrong"}`);
      return { call: () => prepared.program.run({ context: data }), answer };
    },
  };
}

function answer(outcome: unknown): unknown {
  const step = outcome as LispStep;
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}
