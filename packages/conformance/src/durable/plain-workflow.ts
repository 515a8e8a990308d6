// The mission of 20 calls as a workflow of DBOS without this project: a step for the model, and one
// for each call.

import { DBOS } from "@dbos-inc/dbos-sdk";
import { sleep } from "./sleep.ts";

export const plainName = "plainCalls";

/** Registers the workflow. Call it before DBOS is launched. */
export function registerPlainWorkflow(): () => Promise<number> {
  return DBOS.registerWorkflow(plainCalls, { name: plainName });
}

/** Returns the milliseconds of its steps. */
async function plainCalls(): Promise<number> {
  const start = performance.now();
  const step = async (name: string): Promise<number> =>
    await DBOS.runStep(
      async () => {
        await sleep(5);
        return 1;
      },
      { name },
    );
  let sum = await step("model");
  for (let index = 0; index < 20; index += 1) sum += await step(`count ${String(index)}`);
  return sum > 0 ? performance.now() - start : Number.NaN;
}
