// Decides about runs of a store on the page, as `ptc runs` does at the terminal. A worker of the
// application continues them.

import { answer, approve, deny, type Decision } from "@ptc/subagent";
import type { CallDecisionInput } from "@ptc/viewer";
import type { Host } from "../terminal/host.ts";
import { storeKeys } from "../runs/store-keys.ts";
import { openStore } from "../runs/store-table.ts";
import type { OpenActions } from "./open-actions.ts";

const mostRuns = 200;

export async function storeActions(host: Host, address: string): Promise<OpenActions> {
  const store = await openStore(address);
  const { createRuns } = await import("@ptc/subagent/runs");
  const encryption = storeKeys(host);
  const runs = createRuns({
    ...{ store, agents: {}, worker: false },
    ...(encryption === undefined ? {} : { encryption }),
  });
  return {
    close: async () => {
      await runs.close();
      await store.close();
    },
    actions: {
      waiting: async () => {
        const { runs: page } = await runs.list({ status: ["waiting"] }, { limit: mostRuns });
        const found = await Promise.all(page.map(({ id }) => runs.get(id)));
        return found.flatMap((run) =>
          run === undefined
            ? []
            : [
                {
                  id: run.id,
                  title: run.agent,
                  calls: run.pending.map(({ id, tool, arguments: args, reason }) => ({
                    ...{ id, tool, reason },
                    arguments: args,
                  })),
                },
              ],
        );
      },
      decide: async ({ run, decisions }) => {
        const made = [...decisions].map(([id, decision]) => [id, decisionOf(decision)] as const);
        const { status } = await runs.decide(run, Object.fromEntries(made));
        return status === "waiting"
          ? "The decision is stored. The run waits for further decisions."
          : "The decision is stored. A worker of your application continues the run.";
      },
    },
  };
}

function decisionOf(decision: CallDecisionInput): Decision {
  switch (decision.type) {
    case "approve":
      return decision.arguments === undefined
        ? approve()
        : approve({ arguments: decision.arguments });
    case "deny":
      return decision.message === undefined ? deny() : deny(decision.message);
    case "answer":
      return answer(decision.result);
  }
}
