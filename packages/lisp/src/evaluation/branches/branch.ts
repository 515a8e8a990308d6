// The state of one branch of one evaluation: what it may still spend, where it is, what it has
// recorded. Compiled code receives it as an argument. So compiled programs hold no state, and any
// number of runs can be under way at once.
//
//   inner branch   one of those among which `pmap` divides work, each with a share of the budget
//   worker         does shared work for a branch that waits for it, with its whole budget
//   lone worker    the same where no other branch can ask for the work: its records are those of
//                  the branch, and it is used for many pieces of work

import type { EffectAddress } from "@ptc/core/contracts";
import { BranchAccount } from "./branch-account.ts";
import { CallDepth } from "../budget/call-depth.ts";
import { noCounts, type Counts } from "../budget/counts.ts";
import { EffectScope, rootPath } from "./effect-scope.ts";
import type { Evaluation } from "../evaluation.ts";
import { Readings } from "./readings.ts";
import { RunRecords, type FlatRecords } from "./run-records.ts";

/** What a branch is made with besides its budget. */
interface BranchOrigin {
  /** Where its effects happen; for a program, whose place is made when it is first needed, none. */
  readonly scope?: EffectScope;
  /** How deep in calls it begins. */
  readonly depth?: number;
  /** The branch around it: the one that forked, or the one that waits for a worker. */
  readonly outer?: Branch;
  readonly isParallel?: boolean;
  readonly records?: RunRecords | undefined;
  readonly readings?: Readings | undefined;
  /** Of a worker: the branch to which belongs what it makes. */
  readonly home?: Branch;
}

/** One object for all programs, since every run makes a branch. */
const rootOrigin: BranchOrigin = {};

/** Where a worker does its work. */
export interface WorkScope {
  readonly scope: EffectScope;
  readonly home: Branch;
  readonly records: RunRecords;
  readonly readings: Readings;
}

const nothing: readonly never[] = [];

/** What a branch had left before an attempt that may have to be repeated; see `undo`. */
export interface Attempt {
  /** `ownSteps` and `ownBytes`. */
  readonly steps: number;
  readonly bytes: number;
  readonly sequences: number;
}

export class Branch extends CallDepth {
  private around: Branch | undefined;
  /** The branch that owns what this one makes. This is the branch itself, unless it is a worker. */
  readonly home: Branch;
  /** Whether it is, or works for, one of the branches that a fork has made. */
  readonly isParallel: boolean;
  /**
   * What it has read of other shared work. Defined only in a worker and in the branches inside it.
   */
  readonly readings: Readings | undefined;
  private readonly isWorker: boolean;
  private ownScope: EffectScope | undefined;
  private ownRecords: RunRecords | undefined;
  private ownAccount: BranchAccount | undefined = undefined;

  /** The branch that a program begins in. */
  static root(given: Counts, evaluation: Evaluation): Branch {
    return new Branch(given, evaluation, rootOrigin);
  }

  private constructor(given: Counts, evaluation: Evaluation, origin: BranchOrigin) {
    const { scope, depth = 0, outer, isParallel = false, home } = origin;
    super(evaluation, given, depth, outer);
    this.ownScope = scope;
    this.around = outer;
    this.isParallel = isParallel;
    this.isWorker = home !== undefined;
    this.home = home ?? this;
    this.ownRecords = origin.records;
    this.readings = origin.readings;
  }

  /** The branch around this one. */
  get outer(): Branch | undefined {
    return this.around;
  }

  /** Where its effects happen. */
  get scope(): EffectScope {
    return (this.ownScope ??= new EffectScope(rootPath));
  }

  /** How many lazy sequences were made at its place. */
  get sequences(): number {
    return this.ownScope === undefined ? 0 : this.ownScope.nextSequence;
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

  /**
   * Records a printed text; `end` is what stands behind it where prints become a text.
   * @throws LimitError for a text that is beyond the limit of output; it is not recorded
   */
  print(text: string, end = "\n"): void {
    // The end of the line counts too, so that empty prints are bounded.
    this.countOutput(text.length + 1);
    this.records.add("prints", text);
    this.records.add("ends", end);
  }

  /** From now on what is recorded goes elsewhere; answers what `endCapture` is given. */
  beginCapture(): RunRecords {
    const { records } = this;
    this.ownRecords = new RunRecords();
    return records;
  }

  /**
   * Goes on with the records of before, which take over what was recorded meanwhile, but for the
   * prints: these are the answer.
   */
  endCapture(before: RunRecords): readonly string[] {
    const { records } = this;
    this.ownRecords = before;
    before.appendUnprinted(records);
    return records.printedParts();
  }

  /** A branch inside this one, with a share of its budget; `join` ends it. */
  inner(share: Counts, scope: EffectScope, depth: number, isParallel: boolean): Branch {
    const { evaluation } = this;
    // Only what is part of shared work needs to know what it reads.
    const records = this.readings === undefined ? undefined : new RunRecords();
    const readings = records === undefined ? undefined : new Readings(records, new Map());
    const inner = new Branch(share, evaluation, {
      scope,
      depth,
      outer: this,
      isParallel,
      records,
      readings,
    });
    inner.cannotWait = this.cannotWait;
    inner.isCleaningUp = this.isCleaningUp;
    return inner;
  }

  /**
   * Ends an inner branch: what it did not spend comes back, and this branch takes over what the
   * inner one has recorded and which shared work it has met.
   */
  join(inner: Branch): void {
    this.restore(inner.surrender());
    if (inner.ownRecords !== undefined) this.records.append(inner.ownRecords);
    this.joinElsewhere(inner);
    // The rest is there only where the inner branch has met shared work.
    if (inner.ownAccount === undefined) return;
    this.account.join(inner.ownAccount);
    for (const { work, count } of inner.readings?.list ?? []) this.readings?.note(work, count);
  }

  /** Makes a worker, which holds the whole budget of this branch until `takeBack` ends it. */
  lend({ scope, home, records, readings }: WorkScope): Branch {
    const { evaluation, depth, ticks, isParallel } = this;
    const given = this.surrender();
    const worker = new Branch(given, evaluation, {
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

  /** A lone worker, which works for whoever hands it a budget with `lendAlone`. */
  loneWorker(scope: EffectScope, home: Branch): Branch {
    return new Branch(noCounts, this.evaluation, { scope, home });
  }

  /** Lets the lone worker `worker` work for this branch, until `takeFrom` ends it. */
  lendAlone(worker: Branch): void {
    worker.around = this;
    worker.ownRecords = this.records;
    worker.goOnFrom(this);
    worker.site = this.site;
    worker.cannotWait = this.cannotWait;
    worker.isCleaningUp = this.isCleaningUp;
    this.handTo(worker);
  }

  /**
   * Puts back what was spent since there were `steps` and `bytes` left, but not what shared work
   * cost. This is for an attempt that met an element which is still being computed: the attempt is
   * made again from its start, and what it costs must not depend on how often that happens. It has
   * called no function and printed nothing. The function that this returns spends all of it again,
   * for an attempt that is not made again after all.
   */
  undo({ steps, bytes, sequences }: Attempt): () => void {
    const { scope } = this;
    const made = scope.nextSequence - sequences;
    scope.nextSequence = sequences;
    const spendAgain = this.putBack(steps, bytes);
    return () => {
      scope.nextSequence += made;
      spendAgain();
    };
  }

  /**
   * Whether this branch acts for `owner`: it is that branch, it is a worker for it, or it is the
   * branch that owns what `owner` makes.
   */
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

  /**
   * The time, in milliseconds since the epoch. Reading it is an effect and has an address like any.
   */
  now(): number {
    return this.evaluation.clock.now(this.nextAddress());
  }

  /** The address of the effect that comes next. */
  nextAddress(): EffectAddress {
    const { evaluation, scope } = this;
    const { runId: run, turn } = evaluation;
    return { run, turn, path: scope.path, ordinal: scope.nextOrdinal++ };
  }
}
