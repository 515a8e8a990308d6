// Long work of the pool, cut into slices: between two of them the event loop goes on. The slices of
// all runs of one pool stand in one line, so that each turn of the loop has at most one of them.

/** Work that yields where it may be interrupted. */
export type SlicedWork<T> = Generator<undefined, T, undefined>;

/** How long a slice may take. */
const sliceMs = 8;
/** After how many small pieces of work the clock is looked at. */
const piecesPerLook = 128;

/** The time of one slice. */
export class Slice {
  private pieces = piecesPerLook;
  private endsAt = Infinity;

  begin(): void {
    this.pieces = piecesPerLook;
    this.endsAt = performance.now() + sliceMs;
  }

  /** To be asked after each small piece of work: whether the work has to yield now. */
  isOver(): boolean {
    if (--this.pieces > 0) return false;
    this.pieces = piecesPerLook;
    return performance.now() >= this.endsAt;
  }

  /** The same after a piece of work that is not small. */
  isOverNow(): boolean {
    return performance.now() >= this.endsAt;
  }
}

export class Turns {
  private line: Promise<void> = Promise.resolve();

  /** Does the work in slices, each in a turn of the event loop of its own. */
  async work<T>(make: (slice: Slice) => SlicedWork<T>): Promise<T> {
    const slice = new Slice();
    const work = make(slice);
    for (;;) {
      await this.next();
      slice.begin();
      const result = work.next();
      if (result.done === true) return result.value;
    }
  }

  private next(): Promise<void> {
    return (this.line = this.line.then(() => new Promise((resolve) => void setImmediate(resolve))));
  }
}

/** Does the work without interruption. */
export function atOnce<T>(make: (slice: Slice) => SlicedWork<T>): T {
  const work = make(new Slice());
  for (;;) {
    const result = work.next();
    if (result.done === true) return result.value;
  }
}
