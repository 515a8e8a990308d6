// `ptc runs`: runs in a store.

import { runStatuses } from "../runs/run-status.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

const actions = ["list", "show", "resume", "approve", "deny", "answer", "cancel", "watch"] as const;

export const runsCommand: Command = {
  name: "runs",
  summary: "list runs in a store, and decide about them",
  usage: [
    "list <store> [--status name] [--agent name] [--tag text] [--limit n] [--json]",
    "show | resume | cancel <store> <id> [--reason text] [--json]",
    "approve | deny <store> <id> [call | call=JSON | all] … [--reason text]",
    "answer <store> <id> call=JSON|text …",
    "watch <store> [<id>] [--status name] [--agent name] [--tag text] [--json]",
  ],
  arguments: [
    { name: "action", missing: `missing action: use ${actions.join(", ")}`, offer: actions },
    {
      name: "store",
      missing: "missing store: pass its address, such as sqlite:runs.db",
      offer: "files",
    },
    { name: "id and calls", isOptional: true, isMany: true },
  ],
  options: {
    status: {
      value: "name",
      isMany: true,
      description: "only runs in this state; you can repeat it",
      offer: runStatuses,
    },
    agent: { value: "name", description: "only runs of this agent" },
    tag: { value: "text", description: "only runs with this tag" },
    limit: { value: "n", description: "list at most n runs, from 1 to 1,000 (default 50)" },
    reason: { value: "text", description: "why the run is cancelled, or the call denied" },
    json: { description: "print each run as one line of JSON" },
  },
  notes: [
    "A store is sqlite:<file>, postgres://<address> or file:<file>. The first two need a package: @ptc/store-sqlite or @ptc/store-postgres.",
    "A worker of your application continues the run after a decision. resume makes a run due that waits, or that couldn't be continued. cancel also ends a run that another process is working on.",
    'approve and deny name calls by their ids, with or without the id of the run at the start. "all" means each call that waits, and so does a single call without an id. approve call=JSON changes the arguments.',
    "For an encrypted store, set PTC_STORE_KEYS to id=secret. Previous keys follow after commas.",
    "watch prints each change of a state until you stop it, or until the run has ended. A file: store belongs to one process, so stop your application first.",
  ],
  run: async ({ positionals, flags, values, lists }, host) => {
    const { runsAction } = await import("../runs/runs-action.ts");
    const [name = "", store = "", id, ...calls] = positionals;
    const action = actions.find((known) => known === name);
    if (action === undefined)
      throw new UsageError(`unknown action: use ${actions.join(", ")}`, { isAboutArguments: true });
    return await runsAction(host, {
      action,
      store,
      id,
      calls,
      status: lists.get("status") ?? [],
      agent: values.get("agent"),
      tag: values.get("tag"),
      limit: limitOf(values.get("limit") ?? "50"),
      reason: values.get("reason"),
      isJson: flags.has("json"),
    });
  },
};

function limitOf(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= 1_000) return limit;
  throw new UsageError("--limit needs a whole number from 1 to 1,000", { isAboutArguments: true });
}
