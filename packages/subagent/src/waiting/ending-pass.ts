// How one pass of a mission that can wait ends early: it differs from the recorded run, an entry
// can't be stored, or it can only wait.

import type { Json } from "@ptc/core/encoding";
import { EndOfRun } from "@ptc/core/internal/errors";
import { shortened } from "@ptc/core/internal/printing";
import { CheckpointError, type CheckpointProblem } from "@ptc/lisp";
import { fitsMasked, SearchBudget } from "@ptc/lisp/internal/waiting";
import { messageOf } from "../recording/effect-json.ts";
import { lineText } from "./line-text.ts";
import type { MissionLines } from "./mission-lines.ts";

export abstract class EndingPass {
  readonly lines: MissionLines;
  /** Set when the run differs from the recorded one. */
  divergence: CheckpointError | undefined = undefined;
  /** Why an entry couldn't be stored. */
  storeFailure: { readonly error: unknown } | undefined = undefined;
  /** Ends the run when it can only wait, or when it differs from the recorded one. */
  protected readonly controller = new AbortController();
  private readonly searchBudget = new SearchBudget();
  private readonly onDivergence: () => void;

  /** `onDivergence` is called when the run differs from the recorded one, before it is ended. */
  constructor(lines: MissionLines, onDivergence: () => void) {
    this.lines = lines;
    this.onDivergence = onDivergence;
  }

  /** A call that waited before, and that the run hasn't requested, as text. */
  protected abstract get unmet(): string | undefined;

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @throws CheckpointError if recorded effects are still to come; the run then ends */
  assertNew(what: () => string): void {
    const missing = this.lines.unrequested;
    if (missing === undefined) return;
    throw this.diverged(
      `the run requests ${what()}, which the checkpoint doesn't have, before ${lineText(missing)}`,
    );
  }

  /** Ends the run, because it differs from the recorded one. Returns the error. */
  diverged(message: string): CheckpointError {
    return this.fail("changed", `${differs}${message}`);
  }

  fail(problem: CheckpointProblem, message: string): CheckpointError {
    if (this.divergence === undefined) this.onDivergence();
    this.divergence ??= new CheckpointError(problem, message);
    this.controller.abort();
    return this.divergence;
  }

  /** @throws CheckpointError if the run ended without a recorded effect */
  assertComplete(end: string): void {
    if (this.divergence !== undefined) throw this.divergence;
    const missing = this.missing();
    if (missing !== undefined)
      throw new CheckpointError(
        "changed",
        `${differs}${end} before it requested ${missing}, which the checkpoint has`,
      );
  }

  /** Ends the run, because an entry can't be stored. */
  failStore(error: unknown): void {
    this.storeFailure ??= { error };
    this.controller.abort();
  }

  /** Returns the first recorded effect or waiting call that the run hasn't requested, as text. */
  protected missing(): string | undefined {
    const line = this.lines.unrequested;
    return line === undefined ? this.unmet : lineText(line);
  }

  /** @throws CheckpointError for arguments that take too long to compare; the run then ends */
  fitsRecorded(args: Json, recorded: Json): boolean {
    try {
      return fitsMasked(args, recorded, this.searchBudget);
    } catch (error) {
      throw this.fail("unreadable", messageOf(error) ?? "it can't be compared");
    }
  }

  /** Returns the error for a recorded effect that can't be read; the run then ends. */
  unreadable(
    { effect: { at } }: { readonly effect: { readonly at: string } },
    why: string,
  ): EndOfRun {
    const { message } = this.fail(
      "unreadable",
      `the checkpoint is damaged: the effect at ${shortened(at, 200)}: ${why}`,
    );
    return new EndOfRun("cancelled", message);
  }
}

const differs = "the run differs from the one that wrote the checkpoint: ";
