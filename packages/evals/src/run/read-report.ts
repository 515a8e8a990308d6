// Makes the report of an eval again from its store, without running anything.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { RunStore } from "@ptc/core/store";
import type { EvalReport } from "../report/eval-report.ts";
import { EvalTally } from "../report/eval-tally.ts";
import { EvalRecord } from "./eval-record.ts";

/** The options of `readReport`. */
export interface ReadReportOptions {
  readonly store: RunStore;
  readonly id: string;
  /** The seed of the intervals. Default 1. */
  readonly seed?: number;
}

/**
 * Returns the report of all results that the store has for an eval, or undefined if it has none.
 * @throws StoreError
 */
export async function readReport(options: ReadReportOptions): Promise<EvalReport | undefined> {
  assertKnownOptions(options, ["store", "id", "seed"] satisfies (keyof ReadReportOptions)[]);
  const { store, id, seed } = options;
  const record = await EvalRecord.find(store, id);
  if (record === undefined) return undefined;
  const tally = new EvalTally({
    ...record.manifest,
    ...(seed === undefined ? {} : { seed }),
  });
  for await (const result of record.results()) tally.add(result);
  return tally.report();
}
