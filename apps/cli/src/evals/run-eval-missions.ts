// `ptc eval-missions`: loads the suite and the models, runs the eval, and writes its reports.

import { mkdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import { LoadError } from "@ptc/core/internal/host";
import { countText } from "@ptc/core/internal/json";
import {
  runEval,
  type EvalCase,
  type EvalSuite,
  type EvalVariant,
  type FinishedEval,
} from "@ptc/evals";
import { reportLines } from "@ptc/evals/node";
import { createTraceFolder } from "@ptc/tracer/node";
import { defaultTracePath } from "@ptc/tracer/internal/node";
import { openStore } from "../runs/store-table.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { messageOf } from "../files/optional-package.ts";
import { openRecordings } from "./eval-recordings.ts";
import { evalProgress } from "./eval-progress.ts";
import { chosenVariants } from "./eval-variants.ts";
import { exitUnder, writeReports } from "./eval-reports.ts";
import { replayEvals } from "./replay-evals.ts";
import { loadSuite } from "./load-suite.ts";

/** The arguments of `ptc eval-missions`. */
export interface EvalMissionsArguments {
  readonly suite: string;
  readonly models: readonly string[];
  readonly modes: readonly string[];
  readonly tags: readonly string[];
  readonly cases: readonly string[];
  readonly repeats: number | undefined;
  readonly limit: number | undefined;
  readonly concurrency: number | undefined;
  readonly requestsPerMinute: number | undefined;
  readonly maxCost: number | undefined;
  readonly failUnder: number | undefined;
  readonly id: string | undefined;
  readonly store: string | undefined;
  readonly record: string | undefined;
  readonly against: string | undefined;
  readonly html: string | undefined;
  readonly json: string | undefined;
  readonly junit: string | undefined;
  readonly waits: boolean;
}

/** Resolves to the exit code. @throws LoadError */
export async function runEvalMissions(host: Host, args: EvalMissionsArguments): Promise<ExitCode> {
  const { suite, variants: exported } = await loadSuite(host, args.suite);
  if (args.against !== undefined) return await replayEvals(host, suite, args.against, args);
  const progress = evalProgress(host);
  const variants = await chosenVariants(host, {
    ...args,
    notice: (line) => {
      if (args.waits) progress.print(oneLine(line, 2_000));
    },
  });
  const all = [...exported, ...variants];
  if (all.length === 0)
    throw new UsageError("choose a model with --model provider:name, or export variants", {
      isAboutArguments: true,
    });
  const id = args.id ?? idOf(suite, all);
  const folder = evalFolder(host, id);
  await mkdir(folder, { recursive: true });
  const recordings = args.record === undefined ? undefined : openRecordings(host, args.record);
  const store = await openStore(args.store ?? `file:${join(folder, "results.jsonl")}`);
  const traces = createTraceFolder(join(folder, "traces"));
  const stop = new AbortController();
  const removals = (["SIGINT", "SIGTERM"] as const).map((name) =>
    host.onSignal(name, () => {
      stop.abort();
    }),
  );
  try {
    const finished = await runEval({
      ...{ suite, store, id, variants: all, trace: traces, signal: stop.signal },
      ...presentOptions(args),
      filter: filterOf(args),
      ...(recordings === undefined ? {} : { record: recordings.record }),
      onProgress: progress.show,
    });
    return await reported(host, args, { ...finished, folder });
  } catch (error) {
    const { name } = error as { readonly name?: unknown };
    if (error instanceof OptionError || name === "StoreError")
      throw new LoadError(messageOf(error));
    throw error;
  } finally {
    for (const remove of removals) remove();
    traces.close();
    recordings?.close();
    await store.close();
  }
}

function presentOptions({
  repeats,
  concurrency,
  requestsPerMinute,
  maxCost,
}: EvalMissionsArguments) {
  return {
    ...(repeats === undefined ? {} : { repeats }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(maxCost === undefined ? {} : { maxCost }),
  };
}

/** Keeps the cases that the options name. Counts for `--limit` in the order of the suite. */
function filterOf({ tags, cases, limit = Infinity }: EvalMissionsArguments) {
  let kept = 0;
  return ({ name, tags: own = [] }: EvalCase): boolean => {
    if (cases.length > 0 && !cases.includes(name)) return false;
    if (tags.length > 0 && !tags.some((tag) => own.includes(tag))) return false;
    kept += 1;
    return kept <= limit;
  };
}

const longestId = 90;

/** The suite and the variants, so that another choice of models has another record. */
function idOf({ name }: EvalSuite, variants: readonly EvalVariant[]): string {
  const names = [name, ...variants.map((variant) => variant.name)].join("-");
  // eslint-disable-next-line texts/shortened-texts -- an id, which the report shows in full
  return names.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, longestId);
}

/** Returns `.ptc/evals/<id>` in the repository around the current folder. */
function evalFolder({ folder, now }: Host, id: string): string {
  return join(dirname(dirname(defaultTracePath(folder, id, now()))), "evals", id);
}

interface Finished extends FinishedEval {
  readonly folder: string;
}

async function reported(
  host: Host,
  args: EvalMissionsArguments,
  { report, missing, stopped, folder, id }: Finished,
): Promise<ExitCode> {
  const shown = (path: string): string => relative(host.folder, path);
  const lines = reportLines(report, {
    columns: host.output.columns ?? Infinity,
    style: styleFor(host.output, host),
    traceOf: (traceId) => shown(join(folder, "traces", `${traceId}.jsonl`)),
  });
  for (const line of lines) await write(host.output, `${line}\n`);
  await writeReports(host, report, args, (traceId) => join(folder, "traces", `${traceId}.jsonl`));
  if (stopped === "unanswered") {
    await write(
      host.errors,
      `${countText(missing, "run")} wait for answers: write them beside the requests, and call the command again\n`,
    );
    return exitCode.waiting;
  }
  if (stopped !== undefined) {
    const why = stopped === "cancelled" ? "the eval was interrupted" : "--max-cost is reached";
    await write(
      host.errors,
      `${why}: ${countText(missing, "run")} have no result (the same command with --id ${id} continues)\n`,
    );
    return exitCode.failed;
  }
  return await exitUnder(host, report, args.failUnder);
}
