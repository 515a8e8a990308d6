// JavaScript in `run`, the engine of @ai-sdk/code-mode: a new QuickJS on a worker thread for each
// program. It accepts no data, so a program gets it from a host function.
import { createRunner } from "run";
import type { Engine } from "../engine.ts";

const runner = createRunner({
  limits: {
    maxBridgeRequests: 2000,
    maxInFlightBridgeRequests: 200,
    memoryLimitBytes: 256 * 1024 * 1024,
  },
});

export const runEngine: Engine = {
  ready: ({ start, programs: { javascript }, data = {}, tools }) => {
    if (start === "prepared") return "prepares nothing";
    const prelude = Object.keys(data)
      .map((name) => `const ${name} = await data.${name}();`)
      .join("");
    const source = `${prelude}\n${javascript}`;
    const hostFunctions = {
      ...(prelude === ""
        ? {}
        : {
            data: Object.fromEntries(
              Object.entries(data).map(([name, value]) => [name, () => value]),
            ),
          }),
      ...(tools === undefined ? {} : { tools: { ...tools } }),
    };
    return { call: () => runner.run({ source, hostFunctions }), answer };
  },
};

function answer(outcome: unknown): unknown {
  const result = outcome as Awaited<ReturnType<typeof runner.run>>;
  if (result.status !== "completed") throw new Error("the program was interrupted");
  return result.value;
}
