// `ptc runs`: lists, shows and decides about runs in a store, from any terminal.

import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import { LoadError } from "@ptc/core/internal/host";
import { runStatus } from "./run-status.ts";
import type { Runs, RunInfo, RunQuery, RunSummary } from "@ptc/subagent/runs";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { decisionsOf, type DecisionOptions } from "../waiting/decision-options.ts";
import { runLines, summaryLine } from "./run-lines.ts";
import { storeKeys } from "./store-keys.ts";
import { messageOf } from "../files/optional-package.ts";
import { openStore } from "./store-table.ts";

type RunsAction = "list" | "show" | "resume" | "approve" | "deny" | "answer" | "cancel" | "watch";

/** The arguments of `ptc runs`. */
export interface RunsArguments {
  readonly action: RunsAction;
  readonly store: string;
  readonly id: string | undefined;
  /** The words after the id: calls to decide about. */
  readonly calls: readonly string[];
  readonly status: readonly string[];
  readonly agent: string | undefined;
  readonly tag: string | undefined;
  readonly limit: number;
  readonly reason: string | undefined;
  readonly isJson: boolean;
}

/** Resolves to the exit code. @throws LoadError */
export async function runsAction(host: Host, args: RunsArguments): Promise<ExitCode> {
  const store = await openStore(args.store);
  const { createRuns } = await import("@ptc/subagent/runs");
  const encryption = storeKeys(host);
  const runs = createRuns({
    store,
    agents: {},
    worker: false,
    ...(encryption === undefined ? {} : { encryption }),
  });
  try {
    return await acted({ host, runs, args });
  } catch (error) {
    if (error instanceof LoadError) throw error;
    const { name } = error as { readonly name?: unknown };
    if (error instanceof OptionError || name === "RunsError" || name === "StoreError")
      throw new LoadError(messageOf(error));
    throw error;
  } finally {
    await runs.close();
    await store.close();
  }
}

interface Action {
  readonly host: Host;
  readonly runs: Runs;
  readonly args: RunsArguments;
}

async function acted(action: Action): Promise<ExitCode> {
  const { runs, args } = action;
  switch (args.action) {
    case "list":
      return await listed(action);
    case "watch":
      return await watched(action);
    case "show":
      return await shown(action, await found(action));
    case "resume":
      return await shown(action, await runs.resume(idOf(args)));
    case "cancel":
      return await shown(action, await runs.cancel(idOf(args), args.reason));
    case "approve":
    case "deny":
    case "answer":
      return await decided(action, args.action);
  }
}

async function listed({ host, runs, args }: Action): Promise<ExitCode> {
  const { runs: page, cursor } = await runs.list(queryOf(args), { limit: args.limit });
  if (args.isJson) for (const run of page) await writeJson(host, run);
  else {
    for (const run of page) await writeLine(host.output, summaryLine(run));
    if (page.length === 0) await writeLine(host.output, "No run matches.");
    if (cursor !== undefined)
      await writeLine(host.output, `There are more: use --limit, or --status and --tag.`);
  }
  return exitCode.ok;
}

async function watched({ host, runs, args }: Action): Promise<ExitCode> {
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
  };
  const removals = (["SIGINT", "SIGTERM"] as const).map((name) => host.onSignal(name, stop));
  const which = args.id ?? queryOf(args);
  let last: RunSummary | undefined;
  try {
    for await (const run of runs.watch(which, { signal: controller.signal })) {
      last = run;
      if (args.isJson) await writeJson(host, run);
      else await writeLine(host.output, summaryLine(run));
    }
  } finally {
    for (const remove of removals) remove();
  }
  return args.id !== undefined && last?.status === "failed" ? exitCode.failed : exitCode.ok;
}

async function decided(action: Action, decision: "approve" | "deny" | "answer"): Promise<ExitCode> {
  const { runs, args } = action;
  const run = await found(action);
  const { pending } = run;
  if (pending.length === 0)
    throw new LoadError(`no call of the run ${oneLine(run.id, 200)} waits (it is ${run.status})`);
  const [only, ...others] = pending;
  if (args.calls.length === 0 && (decision === "answer" || others.length > 0 || only === undefined))
    throw new UsageError(
      `name the calls to ${decision}${decision === "answer" ? "" : ', or "all"'}: ${pending.map(({ id }) => oneLine(id, 200)).join(", ")}`,
      { isAboutArguments: true },
    );
  const calls = args.calls.length === 0 ? ["all"] : args.calls;
  const options: DecisionOptions = { approve: [], deny: [], edit: [], answer: [] };
  const texts =
    decision === "deny" && args.reason !== undefined
      ? calls.map((call) => `${call}=${args.reason ?? ""}`)
      : calls;
  const edits = decision === "approve" ? texts.filter((text) => text.includes("={")) : [];
  const decisions = decisionsOf(pending, {
    ...options,
    [decision]: texts.filter((text) => !edits.includes(text)),
    edit: edits,
  });
  return await shown(action, await runs.decide(run.id, Object.fromEntries(decisions)));
}

async function shown({ host, args }: Action, run: RunInfo): Promise<ExitCode> {
  if (args.isJson) await writeJson(host, run);
  else for (const line of runLines(run)) await writeLine(host.output, line);
  return exitCode.ok;
}

async function found({ runs, args }: Action): Promise<RunInfo> {
  const id = idOf(args);
  const run = await runs.get(id);
  if (run !== undefined) return run;
  throw new LoadError(
    `there is no run ${oneLine(id, 200)} (ptc runs list ${oneLine(args.store.replace(/:\/\/[^@/]*@/, "://…@"), 200)} shows all)`,
  );
}

/** @throws UsageError */
function idOf({ id, action }: RunsArguments): string {
  if (id !== undefined) return id;
  throw new UsageError(`missing id: pass the id of the run to ${action}`, {
    isAboutArguments: true,
  });
}

/** @throws UsageError */
function queryOf({ status, agent, tag }: RunsArguments): RunQuery {
  return {
    ...(status.length === 0 ? {} : { status: status.map(runStatus) }),
    ...(agent === undefined ? {} : { agent }),
    ...(tag === undefined ? {} : { tag }),
  };
}

/** JSON escapes control characters of C0; the others can't control a terminal in most encodings. */
async function writeJson(host: Host, run: RunSummary): Promise<void> {
  await write(host.output, `${escapedJson(run)}\n`);
}

function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
