// A run that waits and has firewalled values, for tests of its checkpoint.

import { run, type Checkpoint, type CheckpointOptions, type Tools } from "../../src/index.ts";

export const secret = "a key of this application";
export const source = `
  (let [user (tool/user {:id 7})
        rates (task "rates" (tool/rates {}))]
    (println "user" (:name user))
    [(tool/pay {:to (:name user) :amount (* (:n data/order) (first rates)) :auth (:_token user)})
     (rand-int 1000)])`;

function world() {
  const calls: unknown[] = [];
  const tools = {
    user: async ({ id }: { readonly id: number }) => {
      calls.push(["user", id]);
      await Promise.resolve();
      return { name: "Ada", _token: "tok-4711-canary" };
    },
    rates: () => {
      calls.push(["rates"]);
      return [3, 4];
    },
    pay: {
      needsApproval: true,
      execute: (args) => {
        calls.push(["pay", args]);
        return "paid";
      },
    },
  } satisfies Tools;
  return { calls, tools };
}

export const context = { order: { n: 2 } };

/** Runs a program whose call `pay` waits, and forgets the calls so far. */
export async function waitingRun(options: CheckpointOptions = {}, journal = {}) {
  const { tools, calls } = world();
  const step = await run(source, { tools, context, journal, ...options });
  if (step.status !== "waiting") throw new Error("the run didn't wait");
  calls.length = 0;
  return { step, tools, calls, json: JSON.stringify(step.checkpoint) };
}

/** Returns the checkpoint that another process wrote. */
export function parsed(json: string): Checkpoint {
  return JSON.parse(json) as Checkpoint;
}
