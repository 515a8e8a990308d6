// The sequential collection. Versions share one backing array: `conj` on the newest version pushes
// in place, `rest` and `subvec` only move the bounds. Host arrays are wrapped, never copied: an
// element is converted when it is read.
//
//   items   [ . . a b c d . ]      front    lowest index any version has claimed (only after a prepend)
//               ^start  ^end       crossing set when items belong to the host
//
// A slot outside [start, end) may belong to a newer version: never read it, never write it unless
// it is unclaimed.

import type { HostReader } from "./host-reader.ts";

interface Front {
  claimed: number;
}

const abandonedLimit = 32;

/**
 * A persistent vector; `count` elements, `at(i)` in constant time, `conj` and `cons` amortised
 * constant.
 */
export class Vector<T> {
  readonly count: number;
  private readonly items: unknown[];
  private readonly start: number;
  private readonly end: number;
  private readonly crossing: HostReader<T> | undefined;
  private readonly front: Front | undefined;
  /**
   * Filled by `hashValue` so that shared structure is hashed once: under seed 0, and under the
   * others if they are asked for.
   */
  hash: number | undefined = undefined;
  declare furtherHashes: number[] | undefined;
  /** What the walk for a hash costs, once there is one. */
  hashWork = 0;

  /**
   * Whether a sequence function made it. Nothing depends on it but what `vector?` and `seq?`
   * answer: it is read, extended and compared like any other.
   */
  readonly isSequence: boolean;

  /**
   * Whether it stands for an array of the host: what it takes is the host's, and no part of it was
   * made by a program.
   */
  readonly isHost: boolean;

  private constructor(
    items: unknown[],
    start: number,
    end: number,
    crossing: HostReader<T> | undefined,
    front: Front | undefined,
    isSequence = false,
    isHost = crossing !== undefined,
  ) {
    this.items = items;
    this.start = start;
    this.end = end;
    this.count = end - start;
    this.crossing = crossing;
    this.front = front;
    this.isSequence = isSequence;
    this.isHost = isHost;
  }

  /** Takes ownership of `items`: the caller must not touch the array again. */
  static of<T>(items: T[]): Vector<T> {
    return new Vector(items, 0, items.length, undefined, undefined);
  }

  /** Wraps an array of the host in place. */
  static ofHost<T>(items: unknown[], crossing: HostReader<T>): Vector<T> {
    return new Vector(items, 0, items.length, crossing, undefined);
  }

  /** The element at `index`; the caller has checked `0 <= index < count`. */
  at(index: number): T {
    if (this.crossing === undefined) return this.items[this.start + index] as T;
    return this.crossing.fromHost(readElement(this.items, this.start + index));
  }

  /** The element at `index`, or `otherwise` outside the bounds or for a fraction. */
  get(index: number, otherwise: T): T {
    return index >= 0 && index < this.count && Number.isInteger(index) ? this.at(index) : otherwise;
  }

  /** The same elements as a sequence, or as a vector. */
  asSequence(isSequence: boolean): Vector<T> {
    return this.isSequence === isSequence
      ? this
      : new Vector(
          this.items,
          this.start,
          this.end,
          this.crossing,
          this.front,
          isSequence,
          this.isHost,
        );
  }

  /**
   * Whether both are the same stretch of the same array, which need not be compared element by
   * element.
   */
  isSameAs(other: Vector<T>): boolean {
    return this.items === other.items && this.start === other.start && this.end === other.end;
  }

  /** Whether `conj` adds to the shared array; otherwise it copies. */
  get growsInPlace(): boolean {
    return (
      this.crossing === undefined && this.items.length === this.end && !this.hasAbandonedFront()
    );
  }

  /** Whether `cons` has room in front; otherwise it copies. */
  get growsInFront(): boolean {
    return this.front !== undefined && this.front.claimed === this.start && this.start > 0;
  }

  conj(value: T): Vector<T> {
    if (this.growsInPlace) {
      this.items.push(value);
      return new Vector(this.items, this.start, this.end + 1, undefined, this.front);
    }
    const copy = this.toArray();
    copy.push(value);
    return Vector.of(copy);
  }

  /** A vector with `value` in front; leaves head room so that repeated prepends stay cheap. */
  cons(value: T): Vector<T> {
    const { front } = this;
    if (front !== undefined && this.growsInFront) {
      front.claimed = this.start - 1;
      this.items[this.start - 1] = value;
      return new Vector(this.items, this.start - 1, this.end, undefined, front);
    }
    const room = this.count + 4;
    const items: unknown[] = new Array<unknown>(room).fill(null);
    for (let index = 0; index < this.count; index++) items.push(this.at(index));
    items[room - 1] = value;
    return new Vector(items, room - 1, items.length, undefined, { claimed: room - 1 });
  }

  /** Replaces the element at `index` (`0 <= index < count`); copies. */
  assoc(index: number, value: T): Vector<T> {
    const copy = this.toArray();
    copy[index] = value;
    return Vector.of(copy);
  }

  /** The elements from `start` up to `end`, sharing the backing array; bounds within the vector. */
  slice(start: number, end: number = this.count): Vector<T> {
    if (start >= end) return Vector.of([]);
    if (start === 0 && end === this.count) return this;
    return new Vector(
      this.items,
      this.start + start,
      this.start + end,
      this.crossing,
      this.front,
      false,
      this.isHost,
    );
  }

  /**
   * A vector of its own with the elements at `indexes`, in that order; values of the host are not
   * converted for it.
   */
  pick(indexes: ArrayLike<number>): Vector<T> {
    const picked: unknown[] = [];
    for (let place = 0; place < indexes.length; place++) {
      const index = this.start + (indexes[place] as number);
      picked.push(this.crossing === undefined ? this.items[index] : readElement(this.items, index));
    }
    return new Vector(picked, 0, picked.length, this.crossing, undefined, false, false);
  }

  /** A fresh array of the elements, owned by the caller. */
  toArray(): T[] {
    if (this.crossing === undefined) return this.items.slice(this.start, this.end) as T[];
    const copy: T[] = [];
    for (let index = 0; index < this.count; index++) copy.push(this.at(index));
    return copy;
  }

  /**
   * A queue drops in front what it no longer needs; past this its array is left behind, so that it
   * does not grow for ever.
   */
  private hasAbandonedFront(): boolean {
    return this.start > 2 * this.count + abandonedLimit;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let index = 0; index < this.count; index++) yield this.at(index);
  }
}

/**
 * An element of an array of the host; what throws when it is read (an accessor, a revoked proxy)
 * counts as absent.
 */
function readElement(items: readonly unknown[], index: number): unknown {
  try {
    return items[index];
  } catch {
    return undefined;
  }
}
