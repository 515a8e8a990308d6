// Divides long work of the pool into slices, between which the event loop continues. The slices of
// all runs of a pool share one queue, so each turn of the loop has at most one of them.

/** Work that yields at points where it may be interrupted. */
export type SlicedWork<T> = Generator<undefined, T, undefined>;

/** The maximum duration of a slice, in milliseconds. */
const sliceMs = 8;
/** Small pieces of work between readings of the clock. */
const piecesPerLook = 128;

/** Measures the time of one slice. */
export class Slice {
  private pieces = piecesPerLook;
  private endsAt = Infinity;

  begin(): void {
    this.pieces = piecesPerLook;
    this.endsAt = performance.now() + sliceMs;
  }

  /** True if the work has to yield now. Call this after each small piece of work. */
  isOver(): boolean {
    if (--this.pieces > 0) return false;
    this.pieces = piecesPerLook;
    return performance.now() >= this.endsAt;
  }

  /** The same check after a larger piece of work. */
  isOverNow(): boolean {
    return performance.now() >= this.endsAt;
  }
}

export class Turns {
  private line: Promise<void> = Promise.resolve();

  /** Runs the work in slices, each in its own turn of the event loop. */
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

/** Runs the work without interruption. */
export function atOnce<T>(make: (slice: Slice) => SlicedWork<T>): T {
  const work = make(new Slice());
  for (;;) {
    const result = work.next();
    if (result.done === true) return result.value;
  }
}
