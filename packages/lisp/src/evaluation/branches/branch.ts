// The state of one branch of one evaluation: its budget, its position, and its records. Compiled
// code receives it as an argument, so compiled programs hold no state and many runs can be in
// progress at once.
//
//   inner branch   one of the branches of `pmap`, each with a share of the budget
//   worker         does shared work for a branch that waits for it, with that branch's whole budget
//   lone worker    the same if no other branch can request the work: it writes to the records of
//                  the branch, and is reused for many pieces of work

import type { EffectAddress } from "@ptc/core/contracts";
import { BranchAccount } from "./branch-account.ts";
import { CallDepth } from "../budget/call-depth.ts";
import { noCounts, type Counts } from "../budget/counts.ts";
import { EffectScope, rootPath } from "./effect-scope.ts";
import type { Evaluation } from "../evaluation.ts";
import { Readings } from "./readings.ts";
import { RunRecords, type FlatRecords } from "./run-records.ts";

/** Settings of a new branch besides its budget. */
interface BranchOrigin {
  /** The scope of its effects. Absent for a program, whose scope is created on first use. */
  readonly scope?: EffectScope;
  /** The call depth at which it begins. */
  readonly depth?: number;
  /** The branch around it, which forked it or waits for it as a worker. */
  readonly outer?: Branch;
  readonly isParallel?: boolean;
  readonly records?: RunRecords | undefined;
  readonly readings?: Readings | undefined;
  /** For a worker: the branch that owns the values it creates. */
  readonly home?: Branch;
}

/** Shared by all programs, because every run creates a branch. */
const rootOrigin: BranchOrigin = {};

/** The scope, owner and records for a worker. */
export interface WorkScope {
  readonly scope: EffectScope;
  readonly home: Branch;
  readonly records: RunRecords;
  readonly readings: Readings;
}

const nothing: readonly never[] = [];

/** The remaining budget before an attempt that may have to be repeated; see `undo`. */
export interface Attempt {
  /** The values of `ownSteps` and `ownBytes`. */
  readonly steps: number;
  readonly bytes: number;
  readonly sequences: number;
}

export class Branch extends CallDepth {
  private around: Branch | undefined;
  /**
   * The branch that owns the values this one creates. It is the branch itself, unless that is a
   * worker.
   */
  readonly home: Branch;
  /** True for a branch of a fork, and for a worker of such a branch. */
  readonly isParallel: boolean;
  /** The other shared work that it has read. Defined only in a worker and in branches inside it. */
  readonly readings: Readings | undefined;
  private readonly isWorker: boolean;
  private ownScope: EffectScope | undefined;
  private ownRecords: RunRecords | undefined;
  private ownAccount: BranchAccount | undefined = undefined;

  /** Creates the branch in which a program begins. */
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

  /** The scope of its effects. */
  get scope(): EffectScope {
    return (this.ownScope ??= new EffectScope(rootPath));
  }

  /** The number of lazy sequences created in its scope. */
  get sequences(): number {
    return this.ownScope === undefined ? 0 : this.ownScope.nextSequence;
  }

  /** Its records for the step. */
  get records(): RunRecords {
    return (this.ownRecords ??= new RunRecords());
  }

  /** Its records in program order. Read for every run, and usually empty. */
  get recorded(): FlatRecords {
    const { ownRecords } = this;
    if (ownRecords !== undefined) return ownRecords.flat();
    // Return new lists, because the host receives them.
    return { prints: [], toolCalls: [], parallelCalls: nothing, summaries: nothing };
  }

  /** The outcomes of shared work that it has met. A worker meets them for the branch that waits. */
  get account(): BranchAccount {
    if (this.isWorker && this.outer !== undefined) return this.outer.account;
    return (this.ownAccount ??= new BranchAccount(this.outer?.account));
  }

  /**
   * Records a printed text. `end` follows it when prints are joined into a text.
   * @throws LimitError if the text exceeds the output limit; the text isn't recorded
   */
  print(text: string, end = "\n"): void {
    // Count the line ending too, to bound empty prints.
    this.countOutput(text.length + 1);
    this.records.add("prints", text);
    this.records.add("ends", end);
  }

  /** Starts new records and returns the previous ones, for `endCapture`. */
  beginCapture(): RunRecords {
    const { records } = this;
    this.ownRecords = new RunRecords();
    return records;
  }

  /**
   * Restores the records `before` and appends the records made since, except prints. Returns the
   * prints.
   */
  endCapture(before: RunRecords): readonly string[] {
    const { records } = this;
    this.ownRecords = before;
    before.appendUnprinted(records);
    return records.printedParts();
  }

  /** Creates a branch inside this one with a share of its budget; `join` ends it. */
  inner(share: Counts, scope: EffectScope, depth: number, isParallel: boolean): Branch {
    const { evaluation } = this;
    // Only branches inside shared work need to track what they read.
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
   * Ends an inner branch: returns its unused budget, and takes over its records and the shared
   * work it has met. Of a branch that is cut off, it takes over only the tool calls.
   */
  join(inner: Branch, isCut = false): void {
    this.restore(inner.surrender());
    this.joinDepth(inner);
    if (inner.ownRecords !== undefined)
      if (isCut) this.records.appendCalls(inner.ownRecords);
      else this.records.append(inner.ownRecords);
    this.joinElsewhere(inner);
    // The rest applies only if the inner branch has met shared work.
    if (inner.ownAccount === undefined) return;
    this.account.join(inner.ownAccount);
    for (const { work, count } of inner.readings?.list ?? []) this.readings?.note(work, count);
  }

  /** Creates a worker with the whole budget of this branch, until `takeBack` ends it. */
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
    worker.trackDepth();
    worker.cannotWait = this.cannotWait;
    worker.isCleaningUp = this.isCleaningUp;
    return worker;
  }

  /** Creates a lone worker, which works for any branch that lends it a budget with `lendAlone`. */
  loneWorker(scope: EffectScope, home: Branch): Branch {
    return new Branch(noCounts, this.evaluation, { scope, home });
  }

  /**
   * Creates a branch that makes values of memory again. It has a budget of its own, so that the
   * branch that reads first doesn't pay for all.
   */
  restorer(scope: EffectScope, budget?: Counts): Branch {
    const { evaluation, home } = this;
    return new Branch(budget ?? evaluation.limits, evaluation, { scope, home });
  }

  /** Lets a lone worker work for this branch until `takeFrom` ends it. */
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
   * Refunds what an attempt spent since `steps` and `bytes` were left, except the cost of shared
   * work. For an attempt that reached an element which was still being computed: it starts over
   * now, and its cost must not depend on the number of attempts. It has called no function and
   * printed nothing.
   */
  undo({ steps, bytes, sequences }: Attempt): void {
    this.scope.nextSequence = sequences;
    this.putBack(steps, bytes);
  }

  /** True if this branch is `owner`, works for it, or owns the values that `owner` creates. */
  actsFor(owner: Branch): boolean {
    if (this === owner) return true;
    return this.isWorker && this.outer !== undefined
      ? this.outer.actsFor(owner)
      : this === owner.home;
  }

  /** The scope, for an effect with its address. Code that can't wait has only one scope. */
  private get effectScope(): EffectScope {
    const { scope } = this;
    if (scope.path.length > 0) this.evaluation.keepTask();
    return scope;
  }

  /** Returns the next random number of this branch's scope. */
  random(): number {
    return this.effectScope.random(this.evaluation.seed);
  }

  /**
   * Returns the time in milliseconds since the epoch. Reading the clock is an effect, so it has an
   * address.
   */
  now(): number {
    return this.evaluation.clock.now(this.nextAddress());
  }

  /** Returns the address of the next effect. */
  nextAddress(): EffectAddress {
    const { evaluation, effectScope: scope } = this;
    const { runId: run, turn } = evaluation;
    return { run, turn, path: scope.path, ordinal: scope.nextOrdinal++ };
  }
}
