// A scope of effects, as in effect addresses: a branch of a fork, the body of a task, or the
// elements of a lazy sequence. Inside a scope everything happens in program order, so its effects,
// forks and sequences can be numbered. The numbers don't depend on which branch asks first.

import type { AddressPart, RandomSource, TaskPart } from "@ptc/core/contracts";
import { addressPartText } from "@ptc/core/internal/contracts";
import { randomStream } from "@ptc/core/internal/random";

/** The path of the scope in which a program begins. */
export const rootPath: readonly AddressPart[] = [];

export class EffectScope {
  readonly path: readonly AddressPart[];
  /** The numbers of the next effect, fork and lazy sequence in this scope. */
  nextOrdinal = 0;
  nextFork = 0;
  nextSequence = 0;
  private stream: RandomSource | undefined = undefined;
  private drawn = 0;

  constructor(path: readonly AddressPart[]) {
    this.path = path;
  }

  /** True if a new scope with the same path would be the same. */
  get isUnused(): boolean {
    return this.nextOrdinal + this.nextFork + this.nextSequence + this.drawn === 0;
  }

  /** Returns the scope inside this one with the given address part. */
  within(step: AddressPart): EffectScope {
    return new EffectScope([...this.path, step]);
  }

  /** Returns the scope of a task, which is the same for all callers of the task. */
  ofTask(task: TaskPart): EffectScope {
    return new EffectScope([task]);
  }

  /** Returns the next random number of this scope, for a run with `seed`. */
  random(seed: number): number {
    this.stream ??= randomStream(seed, this.path.map(addressPartText).join("/"));
    this.drawn++;
    return this.stream();
  }

  /** Returns a function that resets the scope to this point, for work that is done again. */
  mark(seed: number): () => void {
    const { nextOrdinal, nextFork, nextSequence, drawn } = this;
    return () => {
      Object.assign(this, { nextOrdinal, nextFork, nextSequence });
      if (this.drawn === drawn) return;
      this.stream = undefined;
      this.drawn = 0;
      while (this.drawn < drawn) this.random(seed);
    };
  }
}
