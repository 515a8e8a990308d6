// The state of one branch of one evaluation: what it may still spend, where it is, what it has
// printed and called. Compiled code receives it as an argument, so programs hold no state and any
// number can be in flight.
//
//   steps left = stepsLeft + ticks      ticks is the slice in hand; taking a new one checks clock and abort

import type { ForkStep, ParallelCallRecord, ToolCallRecord } from "@ptc/core/contracts";
import type { Evaluation } from "./evaluation.ts";
import { LimitError } from "./errors.ts";
import type { Result } from "./result.ts";
import type { Site } from "./site.ts";

const slice = 4096;
const mostAtOnce = 1 << 29;
const noTasks: readonly string[] = [];

/** What `finally` may still spend when the program has ended. */
const cleanUpSteps = 10_000;
const cleanUpBytes = 1_000_000;

/** What a branch may still spend; divided at a fork, returned at the join. */
export interface Allowance {
  readonly steps: number;
  readonly bytes: number;
  readonly toolCalls: number;
  /** UTF-16 units of prints and of the result. */
  readonly output: number;
}

export class Branch {
  readonly evaluation: Evaluation;
  readonly path: readonly ForkStep[];
  readonly prints: string[] = [];
  readonly toolCalls: ToolCallRecord[] = [];
  /** Made by the first fork. */
  parallelCalls: ParallelCallRecord[] | undefined = undefined;
  /** The call that runs; an error without a place of its own happened here. */
  site: Site | undefined = undefined;
  depth: number;
  /** Effects and forks of this branch so far: the next one's number. */
  nextOrdinal = 0;
  nextFork = 0;
  ticks = 0;
  /** Ids of the tasks around what runs. */
  tasks: readonly string[];
  /** What `step-done` reported, in order. */
  readonly summaries: (readonly [id: string, summary: string])[] = [];
  /** Set while the clean-up of an ended program runs: it can neither call a tool nor fork. */
  isCleaningUp = false;
  /** Set in the branch of a comparator, whose caller cannot wait: it waits for nobody. */
  cannotWait = false;
  /** Whether a call may yield a promise in this evaluation. */
  readonly mayAwait: boolean;
  private readonly maximumDepth: number;
  private stepsLeft: number;
  private bytesLeft: number;
  private toolCallsLeft: number;
  private outputLeft: number;
  private cleanUpStepsLeft = cleanUpSteps;
  private cleanUpBytesLeft = cleanUpBytes;

  constructor(
    evaluation: Evaluation,
    allowance: Allowance,
    path: readonly ForkStep[],
    depth: number,
    tasks: readonly string[] = noTasks,
  ) {
    this.evaluation = evaluation;
    this.mayAwait = evaluation.mayAwait;
    this.maximumDepth = evaluation.limits.depth;
    this.stepsLeft = allowance.steps;
    this.bytesLeft = allowance.bytes;
    this.toolCallsLeft = allowance.toolCalls;
    this.outputLeft = allowance.output;
    this.path = path;
    this.depth = depth;
    this.tasks = tasks;
  }

  /** Takes the first slice of a program, whose start has just been read from the clock. */
  begin(): void {
    this.ticks = Math.min(slice, this.stepsLeft);
    this.stepsLeft -= this.ticks;
  }

  /** Counts `steps`; the hot paths inline `if (--branch.ticks < 0) branch.refill()`. */
  spend(steps: number): void {
    if (steps > mostAtOnce) this.spendMuch(steps);
    else if ((this.ticks -= steps) < 0) this.refill();
  }

  /**
   * Of what unfolds without end: `ticks` stays a small integer, or every loop of the host would pay
   * for it.
   */
  private spendMuch(steps: number): void {
    if (steps > this.stepsLeft + this.ticks) this.endSteps();
    this.stepsLeft -= steps - (steps % mostAtOnce);
    if (this.stepsLeft < 0) {
      this.ticks += this.stepsLeft;
      this.stepsLeft = 0;
    }
    this.spend(steps % mostAtOnce);
    this.evaluation.checkTime();
  }

  private endSteps(): never {
    this.stepsLeft = 0;
    this.ticks = 0;
    throw new LimitError("steps", this.evaluation.limits.steps);
  }

  /** Takes a new slice of steps, which is where the clock and the abort signal are looked at. */
  refill(): void {
    const needed = -this.ticks;
    if (needed > this.stepsLeft) this.endSteps();
    const taken = Math.max(needed, Math.min(slice, this.stepsLeft));
    this.stepsLeft -= taken;
    this.ticks += taken;
    this.evaluation.checkTime();
  }

  /** The same where `site` is what runs; code that cannot fail otherwise tells it only then. */
  refillAt(site: Site): void {
    this.site = site;
    this.refill();
  }

  /** Charges `bytes` before they are allocated. */
  charge(bytes: number): void {
    if ((this.bytesLeft -= bytes) < 0) {
      this.bytesLeft = 0;
      throw new LimitError("memoryBytes", this.evaluation.limits.memoryBytes);
    }
  }

  /** Counts a tool call before it is made. */
  countToolCall(): void {
    if (--this.toolCallsLeft >= 0) return;
    this.toolCallsLeft = 0;
    throw new LimitError("toolCalls", this.evaluation.limits.toolCalls);
  }

  /** How much may still be printed. */
  get outputRoom(): number {
    return this.outputLeft;
  }

  /** Adds a print; what does not fit is not kept. */
  print(text: string): void {
    // The end of the line counts too, so that empty prints are bounded.
    this.countOutput(text.length + 1);
    this.prints.push(text);
  }

  /** Counts what the host will be handed: prints, and the result. */
  countOutput(units: number): void {
    if (units > this.outputLeft)
      throw new LimitError("outputBytes", this.evaluation.limits.outputBytes);
    this.outputLeft -= units;
  }

  /** Everything left, taken out of this branch: for dividing at a fork. */
  surrender(): Allowance {
    const { allowance } = this;
    this.stepsLeft = 0;
    this.ticks = 0;
    this.bytesLeft = 0;
    this.toolCallsLeft = 0;
    this.outputLeft = 0;
    return allowance;
  }

  /** Gives back what a joined branch did not use. */
  restore(allowance: Allowance): void {
    this.stepsLeft += allowance.steps;
    this.bytesLeft += allowance.bytes;
    this.toolCallsLeft += allowance.toolCalls;
    this.outputLeft += allowance.output;
  }

  /**
   * Appends what `inner`, which has ended, printed, reported and called. There may be more than one
   * call takes arguments.
   */
  takeRecords(inner: Branch): void {
    for (const text of inner.prints) this.prints.push(text);
    for (const summary of inner.summaries) this.summaries.push(summary);
    for (const call of inner.toolCalls) this.toolCalls.push(call);
    for (const call of inner.parallelCalls ?? []) (this.parallelCalls ??= []).push(call);
  }

  /**
   * Runs `cleanUp`, `depth` calls deep, although the program has ended: in a small reserve of steps
   * and bytes that a branch has once, whatever is left of its budget, and without effects. What it
   * throws is dropped: the program has ended for another reason. One inside another spends what is
   * left to the outer one, or each level would have a reserve of its own.
   */
  cleanUp(depth: number, cleanUp: () => Result): Result {
    const saved = { site: this.site, depth: this.depth };
    const giveBack = this.isCleaningUp ? undefined : this.takeReserve();
    this.depth = depth;
    const end = (): null => {
      giveBack?.();
      this.site = saved.site;
      this.depth = saved.depth;
      return null;
    };
    try {
      const result = cleanUp();
      return result instanceof Promise ? result.then(end, end) : end();
    } catch {
      return end();
    }
  }

  /** Puts the reserve in place of the budget; the answer puts the budget back. */
  private takeReserve(): () => void {
    const saved = { steps: this.stepsLeft, ticks: this.ticks, bytes: this.bytesLeft };
    this.stepsLeft = 0;
    this.ticks = this.cleanUpStepsLeft;
    this.bytesLeft = this.cleanUpBytesLeft;
    this.isCleaningUp = true;
    return () => {
      this.cleanUpStepsLeft = Math.max(0, this.ticks);
      this.cleanUpBytesLeft = this.bytesLeft;
      this.stepsLeft = saved.steps;
      this.ticks = saved.ticks;
      this.bytesLeft = saved.bytes;
      this.isCleaningUp = false;
    };
  }

  get allowance(): Allowance {
    return {
      steps: this.stepsLeft + this.ticks,
      bytes: this.bytesLeft,
      toolCalls: this.toolCallsLeft,
      output: this.outputLeft,
    };
  }

  /** A call begins. */
  enter(): void {
    if (++this.depth > this.maximumDepth) throw new LimitError("depth", this.maximumDepth);
  }

  /**
   * What `enter` began is over: now, or when the promise is fulfilled. An error ends the branch,
   * depth and all.
   */
  leave(result: Result): Result {
    if (result instanceof Promise) {
      return result.then((value) => {
        this.depth--;
        return value;
      });
    }
    this.depth--;
    return result;
  }
}
