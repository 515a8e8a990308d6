// The runs in a folder of traces, in the order in which they may be removed. A run is an outermost
// trace with those of its child missions; they are removed together, after the run has ended.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { isTraceFileName } from "./trace-paths.ts";

/** A run whose files are in the folder. */
export interface FolderRun {
  /** The ids of its traces that have a file. */
  readonly traceIds: Set<string>;
  /** The id of the outermost trace that this process or an earlier one has written. */
  readonly rootId: string;
  /** The span around the outermost one, which a program in a mission has. */
  readonly aroundSpanId: string | undefined;
  /** The bytes of a file of an earlier process. */
  readonly earlierBytes: number;
}

export class FolderRuns {
  private readonly runs = new Map<string, FolderRun>();
  /** The runs that ended or wait, ordered by when they did. */
  private readonly ended = new Set<FolderRun>();

  /** Finds the traces of earlier processes, the oldest first. Returns their bytes. */
  addEarlier(folder: string): number {
    const files = earlierFiles(folder);
    for (const { traceId, bytes } of files) {
      const run = newRun(traceId, undefined, bytes);
      this.runs.set(traceId, run);
      this.ended.add(run);
    }
    return files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The number of traces that have a file. */
  get traceCount(): number {
    return this.runs.size;
  }

  has(traceId: string): boolean {
    return this.runs.has(traceId);
  }

  /** Adds the trace of `event` to the run of its parent mission, or as a new run. */
  add({ type, traceId, parentSpanId, data }: TraceEvent): void {
    if (this.runs.has(traceId)) return;
    const parentId = type === "mission-start" ? data.parentTraceId : undefined;
    const above = parentId === undefined ? undefined : this.runs.get(parentId);
    const run = above ?? newRun(traceId, parentSpanId, 0);
    run.traceIds.add(traceId);
    this.runs.set(traceId, run);
  }

  /** Notes that a run has ended, or continues. */
  note({ type, traceId, parentSpanId }: TraceEvent): void {
    const run = this.runs.get(traceId);
    if (run === undefined) return;
    if (type.endsWith("-start") || type === "run-resumed") this.ended.delete(run);
    else if (type === "run-paused" || endsRun(run, type, traceId, parentSpanId)) {
      this.ended.delete(run);
      this.ended.add(run);
    }
  }

  /** Forgets the run that ended first, and returns it. Never the run of `writtenId`. */
  takeOldest(writtenId: string): FolderRun | undefined {
    const written = this.runs.get(writtenId);
    const [first, second] = this.ended;
    const oldest = first === written ? second : first;
    if (oldest === undefined) return undefined;
    this.ended.delete(oldest);
    for (const traceId of oldest.traceIds) this.runs.delete(traceId);
    return oldest;
  }
}

function newRun(
  traceId: string,
  aroundSpanId: string | undefined,
  earlierBytes: number,
): FolderRun {
  return { traceIds: new Set([traceId]), rootId: traceId, aroundSpanId, earlierBytes };
}

function endsRun(
  { rootId, aroundSpanId }: FolderRun,
  type: TraceEvent["type"],
  traceId: string,
  parentSpanId: string | undefined,
): boolean {
  if (traceId !== rootId || !type.endsWith("-end")) return false;
  return type === "mission-end" || parentSpanId === aroundSpanId;
}

interface EarlierFile {
  readonly traceId: string;
  readonly bytes: number;
  readonly writtenAt: number;
}

function earlierFiles(folder: string): readonly EarlierFile[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter(isTraceFileName);
  } catch {
    // The folder is created with its first trace.
    return [];
  }
  return names
    .flatMap((name) => {
      const status = statSync(join(folder, name), { throwIfNoEntry: false });
      if (status?.isFile() !== true) return [];
      const traceId = name.slice(0, name.indexOf("."));
      return [{ traceId, bytes: status.size, writtenAt: status.mtimeMs }];
    })
    .sort((left, right) => left.writtenAt - right.writtenAt);
}
