// Runs the body of a `task` once for each id of the journal, even if two branches ask for it at the
// same time. A body that fails or ends the program records nothing.

import { DataDepthError, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { EffectScope } from "../evaluation/branches/effect-scope.ts";
import { EvaluationError, endedError } from "../evaluation/errors/errors.ts";
import type { TaskResults } from "../evaluation/evaluation-options.ts";
import { after, type Result } from "../evaluation/result.ts";
import { SharedWork, type Piece } from "../evaluation/branches/shared-work.ts";
import { whollyRealized } from "../sequence/realize.ts";
import { stored, waitedFor } from "./store-change.ts";
import { shownId } from "./task-id.ts";

/** Computes the result of a task in the given branch. */
export type TaskBody = (branch: Branch) => Result;

/** Returns the value of the task `id`, from the journal or from `body`. */
export function runTask(branch: Branch, id: string, body: TaskBody): Result {
  const { journal } = branch.evaluation;
  if (branch.isCleaningUp) throw endedError("task");
  if (branch.evaluation.endedBy !== undefined) throw branch.evaluation.endedBy;
  if (journal !== undefined) return taskOf(branch, id).value(branch, journal, body);
  branch.evaluation.hasForgottenTask = true;
  return body(branch);
}

/**
 * Removes the result of the task `id` from the journal, so that the task runs again. The new
 * effects then have different addresses.
 */
export function resetTask(branch: Branch, id: string): Result {
  const { journal } = branch.evaluation;
  if (branch.isCleaningUp) throw endedError("task-reset");
  if (branch.evaluation.endedBy !== undefined) throw branch.evaluation.endedBy;
  if (journal === undefined) return null;
  const task = taskOf(branch, id);
  const done = (): Value => {
    branch.evaluation.tasks?.set(id, new Task(branch, id, task.resets + 1));
    return null;
  };
  const change = stored(branch, id, (failed) => journal.forget(id, failed));
  return change instanceof Promise ? change.then(done) : done();
}

function taskOf(branch: Branch, id: string): Task {
  const tasks = (branch.evaluation.tasks ??= new Map<string, object>());
  const known = tasks.get(id);
  if (known instanceof Task) return known;
  const task = new Task(branch, id, 0);
  tasks.set(id, task);
  return task;
}

class Task extends SharedWork {
  /** The number of times its result was removed in this run. */
  readonly resets: number;
  private readonly id: string;
  private ownScope: EffectScope | undefined = undefined;

  constructor(maker: Branch, id: string, resets: number) {
    super(maker);
    this.id = id;
    this.resets = resets;
  }

  value(branch: Branch, journal: TaskResults, body: TaskBody): Result {
    for (;;) {
      const known = this.known(branch, journal);
      if (known !== undefined) return known;
      const turn = branch.cannotWait ? undefined : this.claimed(branch, journal);
      if (turn) return this.valueLater(branch, journal, body, waitedFor(branch, turn));
      const more = this.nextOutcome(branch, journal, body);
      if (more instanceof Promise) return this.valueLater(branch, journal, body, more);
    }
  }

  private async valueLater(
    branch: Branch,
    journal: TaskResults,
    body: TaskBody,
    first: Promise<void>,
  ): Promise<Value> {
    await first;
    for (;;) {
      const known = this.known(branch, journal);
      if (known !== undefined) return known;
      await this.nextOutcome(branch, journal, body);
    }
  }

  /** Returns a promise if other branches may run the task first. */
  private claimed({ evaluation, scope }: Branch, journal: TaskResults): Promise<void> | undefined {
    const { runId: run, turn } = evaluation;
    const { path, nextOrdinal: ordinal } = scope;
    return journal.shared.claimed({ run, turn, path, ordinal });
  }

  private nextOutcome(branch: Branch, journal: TaskResults, body: TaskBody): void | Promise<void> {
    const waits = this.isUnderWay && !branch.cannotWait && this.metBy(branch) === this.outcomeCount;
    // The task may need a task of another run, which may need the one around this branch.
    const end =
      waits && journal.shared.beginWait(this.id, branch.scope.path, () => this.needsItself());
    const more = this.next(branch, this.piece(branch, journal, body));
    return end && more ? more.finally(end) : more;
  }

  /**
   * Returns the result in the journal. Returns `undefined` if there is no result, or if `branch`
   * has not yet paid for this run's work to compute it.
   * @throws EvaluationError for a task whose body asks for the task itself
   */
  private known(branch: Branch, journal: TaskResults): Value | undefined {
    if (this.metBy(branch) < this.outcomeCount) return undefined;
    // A result is in the journal before its full cost is known, and the cost has to be paid.
    const known = this.isUnderWay ? undefined : journal.find(this.id, readMeter(branch));
    if (known !== undefined) {
      branch.evaluation.firewall?.noteWithin(known);
      this.noteReading(branch, this.outcomeCount);
    } else if (this.isDoneAround(branch)) throw nestedInItself(this.id, "is nested in");
    return known;
  }

  private piece(branch: Branch, journal: TaskResults, body: TaskBody): Piece {
    const { path } = branch.scope;
    return (worker) => {
      const { shared } = journal;
      const elsewhere = shared.doneElsewhere(this.id, path, () =>
        nestedInItself(
          this.id,
          shared.around(path).includes(this.id) ? "is nested in" : "waits for",
        ),
      );
      if (elsewhere !== undefined) return waitedFor(worker, elsewhere).then(() => false);
      const end = shared.begin(this.id, path);
      let made: boolean | Promise<boolean>;
      try {
        made = this.made(worker, journal, body);
      } catch (error) {
        end();
        throw error;
      }
      if (made instanceof Promise) return made.finally(end);
      end();
      return made;
    };
  }

  private made(worker: Branch, journal: TaskResults, body: TaskBody): boolean | Promise<boolean> {
    const result = after(body(worker), (value) => this.realized(worker, journal, value));
    const record = (value: Value): boolean | Promise<boolean> => {
      const recorded = this.record(worker, journal, value);
      return recorded instanceof Promise ? recorded.then(() => true) : true;
    };
    return result instanceof Promise ? result.then(record) : record(result);
  }

  private realized(worker: Branch, journal: TaskResults, value: Value): Result {
    try {
      return whollyRealized(worker, value, "task");
    } catch (error) {
      const isUnbounded = error instanceof EvaluationError && error.kind === "unbounded_sequence";
      if (!isUnbounded && !(error instanceof DataDepthError)) throw error;
      return this.recordFailure(worker, journal, error);
    }
  }

  /** Records `value`, or that the task has run if its value can't be stored. */
  private record(
    worker: Branch,
    journal: TaskResults,
    value: Value,
  ): Promise<undefined> | undefined {
    let entry: unknown;
    try {
      entry = journal.entryOf(this.id, value, recordMeter(worker));
    } catch (error) {
      const refused = this.recordFailure(worker, journal, error);
      return refused instanceof Promise ? refused.then(() => undefined) : undefined;
    }
    return stored(worker, this.id, (failed) => journal.keep(this.id, entry, failed));
  }

  /**
   * Records that the task has run.
   * @throws `why`, once that is stored
   */
  private recordFailure(worker: Branch, journal: TaskResults, why: unknown): Promise<never> {
    const entry = journal.failedEntry(this.id, why);
    const recorded = stored(worker, this.id, (failed) => journal.keep(this.id, entry, failed));
    if (recorded === undefined) throw why;
    return recorded.then(() => {
      throw why;
    });
  }

  protected override scope(): EffectScope {
    const { id: task, resets: reset } = this;
    this.ownScope ??= this.home.scope.ofTask(reset === 0 ? { task } : { task, reset });
    return this.ownScope;
  }

  protected override needsItself(): EvaluationError {
    return nestedInItself(this.id, "waits for");
  }
}

function recordMeter(worker: Branch) {
  return {
    spend: (count: number): void => {
      worker.charge(32 + count * 32);
      worker.spend(1 + (count >>> 1));
    },
  };
}

/** Reading a small result is part of the step that asks for it. */
function readMeter(branch: Branch) {
  let unspent = 0;
  return {
    spend: (work: number): void => {
      branch.charge(work * 4);
      unspent += work;
      branch.spend(Math.floor(unspent / 16));
      unspent %= 16;
    },
  };
}

function nestedInItself(id: string, how: string): EvaluationError {
  return new EvaluationError("unsupported", `task: ${shownId(id)} ${how} itself`, {
    op: "task",
    hint: "give nested tasks different ids",
  });
}
