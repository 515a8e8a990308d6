// Where a value comes from, as sets of origins.
//
//   own      origins of the value itself: of a number or text, or of what chose a collection
//   deep     `own` and the origins of everything inside

/** A set of origins: the bits 0 to 30, which an `OriginTable` gives away. */
export type Origins = number;

export const allOrigins: Origins = 0x7fff_ffff;

/** The steps that a value took from its origin, last one first. */
export interface Trail {
  readonly step: string;
  readonly before: Trail | undefined;
  readonly length: number;
}

/** Steps of a trail that are kept. Loops would make it as long as their run. */
const longestTrail = 12;

/** Sources that a growing label reads one by one. With more, it includes every origin. */
const mostSources = 64;

/** The label of a value. */
export class Label {
  protected ownBits: Origins;
  protected deepBits: Origins;
  protected steps: Trail | undefined;

  constructor(own: Origins, deep: Origins, trail?: Trail) {
    this.ownBits = own;
    this.deepBits = own | deep;
    this.steps = trail;
  }

  get trail(): Trail | undefined {
    return this.steps;
  }

  get own(): Origins {
    return this.ownBits;
  }

  get deep(): Origins {
    return this.deepBits;
  }
}

/** The label of what comes from the program itself. */
export const unlabeled = new Label(0, 0);

/**
 * The label of a value that changes or is computed later: a lazy sequence, a delay, an atom, a
 * function. It includes what its sources gain.
 */
export class GrowingLabel extends Label {
  private sources: Set<Label> | undefined = undefined;
  /** Sources whose deep origins become own ones, as in a text that is made from a collection. */
  private flattened: Set<Label> | undefined = undefined;
  private isReading = false;

  constructor(trail?: Trail) {
    super(0, 0, trail);
  }

  override get own(): Origins {
    this.read();
    return this.ownBits;
  }

  override get deep(): Origins {
    this.read();
    return this.deepBits;
  }

  /** Adds origins. The first of them decides which steps the label shows. */
  add(own: Origins, deep: Origins, trail?: Trail): void {
    this.ownBits |= own;
    this.deepBits |= own | deep;
    this.steps ??= trail;
  }

  /** Includes `source` from now on. With `flattens`, its deep origins become own ones. */
  include(source: Label, flattens = false): void {
    if (source === this) return;
    if (!(source instanceof GrowingLabel)) {
      this.add(flattens ? source.deep : source.own, source.deep, source.trail);
      return;
    }
    const sources = flattens
      ? (this.flattened ??= new Set<Label>())
      : (this.sources ??= new Set<Label>());
    if (sources.size >= mostSources) this.add(allOrigins, allOrigins);
    else sources.add(source);
  }

  /** Returns a label that doesn't grow if no source can add to this one any more. */
  get settled(): Label {
    return this.sources === undefined && this.flattened === undefined
      ? new Label(this.ownBits, this.deepBits, this.steps)
      : this;
  }

  /** A cycle of labels ends at the label that is being read, whose reader takes all of it. */
  private read(): void {
    const { sources, flattened } = this;
    if (sources === undefined && flattened === undefined) return;
    if (this.isReading || this.ownBits === allOrigins) return;
    this.isReading = true;
    for (const source of sources ?? []) this.add(source.own, source.deep, source.trail);
    for (const source of flattened ?? []) this.add(source.deep, source.deep, source.trail);
    this.isReading = false;
  }
}

/** Returns the trail of a value after one more step. */
export function stepped(trail: Trail | undefined, step: string): Trail | undefined {
  if (trail === undefined || trail.length >= longestTrail || trail.step === step) return trail;
  return { step, before: trail, length: trail.length + 1 };
}

/** Returns the first step of a value. */
export function trailFrom(step: string): Trail {
  return { step, before: undefined, length: 1 };
}

/** Returns a trail with these steps. */
export function trailOf(steps: readonly string[]): Trail | undefined {
  const [first, ...others] = steps;
  return first === undefined
    ? undefined
    : others.reduce<Trail | undefined>(stepped, trailFrom(first));
}

/** Returns the steps of a trail in the order in which they happened. */
export function stepsOf(trail: Trail | undefined): readonly string[] {
  const steps: string[] = [];
  for (let each = trail; each !== undefined; each = each.before) steps.push(each.step);
  return steps.reverse();
}
