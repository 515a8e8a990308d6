// A place where effects happen, as the addresses of effects name it: a branch of a fork, the body
// of a task, the elements of a lazy sequence. What happens in one place happens in program order,
// so its effects, forks and sequences can be numbered. The numbers do not depend on which branch
// asks first.

import {
  addressPartText,
  type AddressPart,
  type RandomSource,
  type TaskPart,
} from "@ptc/core/contracts";
import { randomStream } from "@ptc/core/random";

/** Where a program begins. */
export const rootPath: readonly AddressPart[] = [];

export class EffectScope {
  readonly path: readonly AddressPart[];
  /** The numbers of the next effect, fork and lazy sequence of this place. */
  nextOrdinal = 0;
  nextFork = 0;
  nextSequence = 0;
  private stream: RandomSource | undefined = undefined;

  constructor(path: readonly AddressPart[]) {
    this.path = path;
  }

  /** The place inside this one that the given part of an address names. */
  within(step: AddressPart): EffectScope {
    return new EffectScope([...this.path, step]);
  }

  /** The place of a task, which is the same wherever the task is asked for. */
  ofTask(task: TaskPart): EffectScope {
    return new EffectScope([task]);
  }

  /** The next random number of this place, for a run with `seed`. */
  random(seed: number): number {
    this.stream ??= randomStream(seed, this.path.map(addressPartText).join("/"));
    return this.stream();
  }
}
