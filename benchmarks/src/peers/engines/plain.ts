// The baseline: the same JavaScript in this process, without a sandbox.
import { compileFunction } from "node:vm";
import { itself, type Engine } from "../engine.ts";
import { javascriptCall } from "./javascript.ts";

const quietConsole = { log: (): void => {} };

export const plainEngine: Engine = {
  ready: (workload) => {
    const { start, data = {}, tools } = workload;
    const body = `return ${javascriptCall(workload)};`;
    const names = [...Object.keys(data), "tools", "console"];
    const values: readonly unknown[] = [...Object.values(data), tools, quietConsole];
    const compile = (): ((...values: readonly unknown[]) => unknown) =>
      compileFunction(body, names) as (...values: readonly unknown[]) => unknown;
    if (start === "source") return { call: () => compile()(...values), answer: itself };
    const compiled = compile();
    return { call: () => compiled(...values), answer: itself };
  },
};
