// Writes the trace of a mission to a file, and those of its child missions to a folder beside it.

import type { TraceEvent } from "@ptc/core/contracts";
import { AppendingTracer, type FileTracer } from "./appending-tracer.ts";
import { RoutingTracer, type TraceFolder, type TraceFolderOptions } from "./trace-folder.ts";
import { folderBeside } from "./trace-paths.ts";
import { TraceWriting } from "./trace-writing.ts";

/** The tracer of a mission: one file for it, and a folder for its child missions. */
export interface MissionTracer extends FileTracer {
  /**
   * The traces of child missions: `audit/<trace id>.jsonl` for `audit.jsonl`, and
   * `audit.txt-missions/<trace id>.jsonl` for a name with another extension. The folder is created
   * with its first trace.
   */
  readonly below: Pick<TraceFolder, "path" | "fileCount">;
}

/**
 * Returns a sink for several traces. Appends the first trace it receives to the file at `path`,
 * and every other trace to its own file in a folder beside it. `readTraceFiles` reads them as one.
 * Otherwise like `createFileTracer` and `createTraceFolder`.
 */
export function createMissionTracer(path: string, options: TraceFolderOptions = {}): MissionTracer {
  return new SplittingTracer(path, options);
}

class SplittingTracer implements MissionTracer {
  readonly below: RoutingTracer;
  private readonly file: AppendingTracer;
  private traceId: string | undefined;

  constructor(path: string, options: TraceFolderOptions) {
    const writing = new TraceWriting(options, ["maximumFiles"]);
    this.file = new AppendingTracer(path, writing);
    this.below = new RoutingTracer(folderBeside(path), writing, { ...options, isRotating: false });
  }

  get path(): string {
    return this.file.path;
  }

  get error(): Error | undefined {
    return this.file.error ?? this.below.error;
  }

  get lostEvents(): number {
    return this.file.lostEvents + this.below.lostEvents;
  }

  emit(event: TraceEvent): void {
    this.traceId ??= event.traceId;
    (event.traceId === this.traceId ? this.file : this.below).emit(event);
  }

  close(): void {
    this.file.close();
    this.below.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
