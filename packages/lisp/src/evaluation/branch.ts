// The state of one branch of one evaluation: what it may still spend, where it is, what it has
// recorded. Compiled code receives it as an argument, so programs hold no state and any number can
// be in flight.
//
//   inner branch   one of those among which `pmap` divides work, each with a share of the budget
//   worker         does shared work for a branch that waits for it, with its whole budget

import type { EffectAddress } from "@ptc/core/contracts";
import { BranchAccount } from "./branch-account.ts";
import { Budget } from "./budget.ts";
import { plus, type Counts } from "./counts.ts";
import { EffectScope, rootPath } from "./effect-scope.ts";
import { LimitError } from "./errors.ts";
import type { Evaluation } from "./evaluation.ts";
import { Readings } from "./readings.ts";
import type { Result } from "./result.ts";
import { RunRecords, type FlatRecords } from "./run-records.ts";

/** Where a branch stands. */
interface BranchPlace {
  readonly evaluation: Evaluation;
  /** Where its effects happen; for a program, whose place is made when it is first needed, none. */
  readonly scope: EffectScope | undefined;
  /** How deep in calls it begins. */
  readonly depth: number;
  /** The branch around it: the one that forked, or the one that waits for a worker. */
  readonly outer: Branch | undefined;
  readonly isParallel: boolean;
  readonly records: RunRecords | undefined;
  readonly readings: Readings | undefined;
  /** Of a worker: the branch to which belongs what it makes. */
  readonly home: Branch | undefined;
}

/** Where a worker does its work. */
export interface WorkPlace {
  readonly scope: EffectScope;
  readonly home: Branch;
  readonly records: RunRecords;
  readonly readings: Readings;
}

const nothing: readonly never[] = [];

/** Where a branch was before an attempt that may have to be made again. */
export interface Attempt {
  readonly steps: number;
  readonly bytes: number;
  readonly elsewhere: Counts;
  readonly sequences: number;
}

export class Branch extends Budget {
  readonly outer: Branch | undefined;
  /** The branch to which belongs what this one makes: itself, but for a worker. */
  readonly home: Branch;
  /** Whether it is, or works for, one of the branches that a fork has made. */
  readonly isParallel: boolean;
  /** Of shared work, and of branches inside it: what it has read of other shared work. */
  readonly readings: Readings | undefined;
  depth: number;
  /** Set while the clean-up of an ended program runs: it can neither call a tool nor fork. */
  isCleaningUp = false;
  /** Set in the branch of a comparator, whose caller cannot wait: it waits for nobody. */
  cannotWait = false;
  /** Whether a call may yield a promise in this evaluation. */
  readonly mayAwait: boolean;
  private readonly isWorker: boolean;
  private ownScope: EffectScope | undefined;
  private ownRecords: RunRecords | undefined;
  private ownAccount: BranchAccount | undefined = undefined;
  private readonly maximumDepth: number;

  /** The branch that a program begins in. */
  static root(given: Counts, evaluation: Evaluation): Branch {
    return new Branch(given, {
      evaluation,
      scope: undefined,
      depth: 0,
      outer: undefined,
      isParallel: false,
      records: undefined,
      readings: undefined,
      home: undefined,
    });
  }

  private constructor(given: Counts, place: BranchPlace) {
    const { evaluation, scope, depth, outer, isParallel, home, records, readings } = place;
    super(evaluation, given);
    this.mayAwait = evaluation.mayAwait;
    this.maximumDepth = evaluation.limits.depth;
    this.ownScope = scope;
    this.depth = depth;
    this.outer = outer;
    this.isParallel = isParallel;
    this.isWorker = home !== undefined;
    this.home = home ?? this;
    this.ownRecords = records;
    this.readings = readings;
  }

  /** Where its effects happen. */
  get scope(): EffectScope {
    return (this.ownScope ??= new EffectScope(rootPath));
  }

  /** What it records for the step. */
  get records(): RunRecords {
    return (this.ownRecords ??= new RunRecords());
  }

  /** What it has recorded, in program order. Every run asks, and most have nothing. */
  get recorded(): FlatRecords {
    const { ownRecords } = this;
    if (ownRecords !== undefined) return ownRecords.flat();
    // The host is handed lists of its own.
    return { prints: [], toolCalls: [], parallelCalls: nothing, summaries: nothing };
  }

  /** What it has met of the work that branches share. A worker meets it for who waits. */
  get account(): BranchAccount {
    if (this.isWorker && this.outer !== undefined) return this.outer.account;
    return (this.ownAccount ??= new BranchAccount(this.outer?.account));
  }

  /** Adds a print; what does not fit is not kept. */
  print(text: string): void {
    // The end of the line counts too, so that empty prints are bounded.
    this.countOutput(text.length + 1);
    this.records.add("prints", text);
  }

  /** A branch inside this one, with a share of its budget; `join` ends it. */
  inner(share: Counts, scope: EffectScope, depth: number, isParallel: boolean): Branch {
    const { evaluation } = this;
    const records = new RunRecords();
    const readings = this.readings === undefined ? undefined : new Readings(records, new Map());
    const inner = new Branch(share, {
      evaluation,
      scope,
      depth,
      outer: this,
      isParallel,
      records,
      readings,
      home: undefined,
    });
    inner.cannotWait = this.cannotWait;
    inner.isCleaningUp = this.isCleaningUp;
    return inner;
  }

  /** An inner branch has ended: what it did not spend, has met and has recorded comes back. */
  join(inner: Branch): void {
    this.restore(inner.surrender());
    this.elsewhere = plus(this.elsewhere, inner.elsewhere);
    this.account.join(inner.account);
    this.records.include(inner.records);
    for (const { work, count } of inner.readings?.list ?? []) this.readings?.note(work, count);
  }

  /** A worker, which has the whole budget until `takeBack` ends it. */
  lend({ scope, home, records, readings }: WorkPlace): Branch {
    const { evaluation, depth, ticks, isParallel } = this;
    const given = this.surrender();
    const worker = new Branch(given, {
      evaluation,
      scope,
      depth,
      outer: this,
      isParallel,
      records,
      readings,
      home,
    });
    this.lendTo(worker, ticks);
    worker.site = this.site;
    worker.cannotWait = this.cannotWait;
    worker.isCleaningUp = this.isCleaningUp;
    return worker;
  }

  /**
   * Puts back what was spent since there were `steps` and `bytes` left, but for shared work: an
   * attempt that met an element which is still being computed is made again from its start, and
   * what it costs must not depend on how often. It has made no call and printed nothing. The
   * answer undoes that, for an attempt that is not made again.
   */
  undo({ steps, bytes, elsewhere, sequences }: Attempt): () => void {
    const { scope } = this;
    const made = scope.nextSequence - sequences;
    scope.nextSequence = sequences;
    const spendAgain = this.putBack(steps, bytes, elsewhere);
    return () => {
      scope.nextSequence += made;
      spendAgain();
    };
  }

  /** Whether this is `owner`, works for it, or works for the branch to which its work belongs. */
  actsFor(owner: Branch): boolean {
    if (this === owner) return true;
    return this.isWorker && this.outer !== undefined
      ? this.outer.actsFor(owner)
      : this === owner.home;
  }

  /** The next random number of the place where this branch is. */
  random(): number {
    return this.scope.random(this.evaluation.seed);
  }

  /** The time, which has an address like every effect. Milliseconds since the epoch. */
  now(): number {
    return this.evaluation.clock.now(this.nextAddress());
  }

  /** The address of the effect that comes next. */
  nextAddress(): EffectAddress {
    const { evaluation, scope } = this;
    const { runId: run, turn } = evaluation;
    return { run, turn, path: scope.path, ordinal: scope.nextOrdinal++ };
  }

  /**
   * Runs `cleanUp`, `depth` calls deep, although the program has ended: in a small reserve of steps
   * and bytes that a branch has once, whatever is left of its budget, and without effects. What it
   * throws is dropped: the program has ended for another reason. One inside another spends what is
   * left to the outer one, or each level would have a reserve of its own.
   */
  cleanUp(depth: number, cleanUp: () => Result): Result {
    const { site, isCleaningUp } = this;
    const depthBefore = this.depth;
    const giveBack = isCleaningUp ? undefined : this.takeReserve();
    this.isCleaningUp = true;
    this.depth = depth;
    const end = (): null => {
      giveBack?.();
      this.isCleaningUp = isCleaningUp;
      this.site = site;
      this.depth = depthBefore;
      return null;
    };
    try {
      const result = cleanUp();
      return result instanceof Promise ? result.then(end, end) : end();
    } catch {
      return end();
    }
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
