// Tools for an agent whose programs query recorded runs.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import { OptionError } from "@ptc/core/errors";
import type { Tool, ToolArguments } from "@ptc/core/contracts";
import type { TraceSpan } from "../trace-tree.ts";
import { compareRuns } from "./compare-runs.ts";
import { groupRuns, runGroupings, type RunGrouping } from "./run-groups.ts";
import { summarizeRuns, type TracedRun } from "./run-summary.ts";
import { callRows, groupRow, messageRows, runRow, turnRows } from "./trace-tool-rows.ts";

/** The options of `traceTools`. */
export interface TraceToolsOptions {
  /** The maximum number of rows that one call returns, at least 1. Default 1,000. */
  readonly maximumRows?: number;
}

/** The tools that `traceTools` returns. */
export type TraceTools = Readonly<
  Record<
    | "trace_runs"
    | "trace_turns"
    | "trace_calls"
    | "trace_messages"
    | "trace_statistics"
    | "trace_difference",
    Tool
  >
>;

const usualRows = 1_000;

/**
 * Returns tools with which programs query recorded runs: runs, turns, calls, messages, statistics,
 * and the first difference of two runs. `trace` is the tree of `buildTraceTree`, or a function that
 * returns it, which is called for each query, so that new runs appear. The model sees only what its
 * programs print or return.
 *
 * @throws OptionError for a wrong option
 */
export function traceTools(
  trace: readonly TraceSpan[] | (() => readonly TraceSpan[] | PromiseLike<readonly TraceSpan[]>),
  options: TraceToolsOptions = {},
): TraceTools {
  assertKnownOptions(options, ["maximumRows"] satisfies (keyof TraceToolsOptions)[]);
  const { maximumRows = usualRows } = options;
  if (!Number.isInteger(maximumRows) || maximumRows < 1)
    throw new OptionError(
      "maximumRows",
      `expected a whole number from 1, got ${String(maximumRows)}`,
    );
  const fixed = typeof trace === "function" ? undefined : summarizeRuns(trace);
  const runs = async (): Promise<readonly TracedRun[]> =>
    fixed ?? summarizeRuns(typeof trace === "function" ? await trace() : trace);
  const page = <Row>(rows: Iterable<Row>, args: ToolArguments) => pageOf(rows, args, maximumRows);
  const runNamed = async (id: unknown): Promise<TracedRun> => {
    const all = await runs();
    const run = all.find(({ traceId }) => traceId === id);
    if (run === undefined)
      throw new Error(`no run ${JSON.stringify(id)}: use a :run of tool/trace_runs`);
    return run;
  };
  return {
    trace_runs: {
      description:
        "Lists recorded runs with their outcomes, usage and failures. outcome is answered, partial, failed, waiting or unfinished. repairs counts failed turns that were followed by another one.",
      signature: `(offset :int?, limit :int?) -> {total :int, rows [${runFields}]}`,
      execute: async (args) => page((await runs()).map(runRow), args),
    },
    trace_turns: {
      description:
        "Lists the turns of a run and of its child missions: the model's program, its prints, value and error, and the feedback to the model. mission is the run's id, or the id of a child mission.",
      signature:
        "(run :string, offset :int?, limit :int?) -> {total :int, rows [{mission :string, agent :string?, turn :int, ok :bool, done :bool, program :string?, value :string?, prints [:string], error :string?, feedback :string?, input_tokens :int, output_tokens :int, calls :int, failed_calls :int, ms :float?}]}",
      execute: async (args) => page(turnRows(await runNamed(args["run"])), args),
    },
    trace_calls: {
      description:
        "Lists the tool calls of a run and of its child missions, with whole arguments and results. Filter with tool (a name) and failed (true or false).",
      signature:
        "(run :string, tool :string?, failed :bool?, offset :int?, limit :int?) -> {total :int, rows [{mission :string, agent :string?, turn :int?, tool :string, arguments :any, ok :bool?, result :any?, error :string?, cached :bool, bytes :int, ms :float?}]}",
      execute: async (args) => {
        const rows = callRows(await runNamed(args["run"]));
        return page(matching(rows, args), args);
      },
    },
    trace_messages: {
      description:
        "Returns the messages that the model received before a turn, oldest first. mission is an id of tool/trace_turns.",
      signature: "(run :string, mission :string, turn :int) -> [{role :string, content :string}]",
      execute: async (args) =>
        messageRows(await runNamed(args["run"]), args["mission"], args["turn"]).slice(
          0,
          maximumRows,
        ),
    },
    trace_statistics: {
      description: `Returns statistics of all runs in groups. by is one of ${runGroupings.join(", ")}.`,
      signature: `(by :string?) -> [${groupFields}]`,
      execute: async ({ by }) =>
        groupRuns(await runs(), groupingOf(by))
          .slice(0, maximumRows)
          .map(groupRow),
    },
    trace_difference: {
      description:
        "Returns the first difference of two runs. equal_parts counts the equal prompts, messages, programs, calls and results before it.",
      signature:
        "(left :string, right :string) -> {equal_parts :int, part :string?, agent :string?, turn :int?, tool :string?, left :string?, right :string?}",
      execute: async (args) => {
        const { equalParts, difference } = compareRuns(
          await runNamed(args["left"]),
          await runNamed(args["right"]),
        );
        if (difference === undefined) return { equal_parts: equalParts };
        const { left, right, ...rest } = difference;
        return { equal_parts: equalParts, ...rest, left: left?.text, right: right?.text };
      },
    },
  };
}

const runFields =
  "{run :string, agent :string?, prompt :string?, outcome :string, reason :string?, message :string?, turns :int, repairs :int, child_missions :int, requests :int, failed_requests :int, input_tokens :int, cached_input_tokens :int, output_tokens :int, cost :float?, calls :int, failed_calls :int, tool_bytes :int, models [:string], prompt_version :string?, ms :float?}";

const groupFields =
  "{key :string?, runs :int, answered :int, partial :int, failed :int, waiting :int, unfinished :int, pass_rate :float?, turns :int, repairs :int, input_tokens :int, cached_input_tokens :int, output_tokens :int, cost :float?, calls :int, failed_calls :int}";

function groupingOf(by: unknown): RunGrouping {
  const known = runGroupings.find((name) => name === (by ?? "all"));
  if (known !== undefined) return known;
  throw new Error(`:by must be one of ${runGroupings.join(", ")}`);
}

function* matching<Row extends { readonly tool: string; readonly ok?: boolean | undefined }>(
  rows: Iterable<Row>,
  { tool, failed }: ToolArguments,
): Generator<Row> {
  for (const row of rows) {
    if (tool !== undefined && tool !== null && row.tool !== tool) continue;
    if (typeof failed === "boolean" && (row.ok === false) !== failed) continue;
    yield row;
  }
}

/** Returns the requested rows, and the number of all rows. */
function pageOf<Row>(
  rows: Iterable<Row>,
  { offset, limit }: ToolArguments,
  maximumRows: number,
): { readonly total: number; readonly rows: readonly Row[] } {
  const first = typeof offset === "number" ? Math.max(0, offset) : 0;
  const most = typeof limit === "number" ? Math.max(0, Math.min(maximumRows, limit)) : maximumRows;
  const shown: Row[] = [];
  let total = 0;
  for (const row of rows) {
    if (total >= first && shown.length < most) shown.push(row);
    total += 1;
  }
  return { total, rows: shown };
}
