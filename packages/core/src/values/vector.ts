// The sequential collection. Versions share one backing array: `conj` on the newest version pushes
// in place, `rest` and `subvec` only move the bounds. Host arrays are wrapped, never copied: an
// element is converted when it is read.
//
//   items   [ . . a b c d . ]      front    lowest index any version has claimed (only after a prepend)
//               ^start  ^end       crossing set when items belong to the host
//
// A slot outside [start, end) may belong to a newer version: it must not be read, and it may be
// written only when no version has claimed it.

import { identityHashOf } from "./identity-value.ts";
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
   * Filled by `hashValue`, so that structure shared in many places is hashed once. `hash` is for
   * seed 0; the others are kept only when they are asked for.
   */
  hash: number | undefined = undefined;
  declare furtherHashes: number[] | undefined;
  /** What the walk for the hash cost, once there is a hash. */
  hashWork = 0;
  /** See `hash-value.ts`. */
  declare hashShape: number | undefined;

  /**
   * Whether a function on sequences made it. Only `vector?` and `seq?` depend on this: it is read,
   * extended and compared like any other vector.
   */
  readonly isSequence: boolean;

  /**
   * Whether it reads an array of the host in place. Then the memory is the host's, and no part of
   * it was made by a program.
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

  /** Reads an array of the host in place. */
  static ofHost<T>(items: unknown[], crossing: HostReader<T>): Vector<T> {
    return new Vector(items, 0, items.length, crossing, undefined);
  }

  /** The element at `index`; the caller has checked that `0 <= index < count`. */
  at(index: number): T {
    if (this.crossing === undefined) return this.items[this.start + index] as T;
    return this.crossing.fromHost(readElement(this.items, this.start + index));
  }

  /** The element at `index`; `otherwise` when it is out of bounds or has a fraction. */
  get(index: number, otherwise: T): T {
    return index >= 0 && index < this.count && Number.isInteger(index) ? this.at(index) : otherwise;
  }

  /** The same elements, as a sequence or as a vector. */
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
   * Whether both are the same part of the same array, so that they need not be compared element by
   * element.
   */
  isSameAs(other: Vector<T>): boolean {
    return this.items === other.items && this.start === other.start && this.end === other.end;
  }

  /** The array of the host of which this is a view, if it is a view of all of it. */
  get wholeHostArray(): object | undefined {
    return this.crossing !== undefined && this.start === 0 && this.end === this.items.length
      ? this.items
      : undefined;
  }

  /** A number that is the same for all vectors that are the same part of the same array. */
  get identityHash(): number {
    return identityHashOf(this.items) ^ Math.imul(this.start, 0x9e3779b1) ^ (this.end << 16);
  }

  /** Whether `conj` can add to the shared array; otherwise it copies. */
  get growsInPlace(): boolean {
    return (
      this.crossing === undefined && this.items.length === this.end && !this.hasAbandonedFront()
    );
  }

  /** Whether `cons` can use a free slot in front; otherwise it copies. */
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

  /**
   * A vector with `value` in front. A copy leaves free slots there, so that prepending again is
   * cheap.
   */
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
   * A new vector with the elements at `indexes`, in that order. Elements of the host are not
   * converted.
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
   * Whether most of the array lies in front of the vector, as in a queue that drops its first
   * elements. Then the array is copied, so that it does not grow without end.
   */
  private hasAbandonedFront(): boolean {
    return this.start > 2 * this.count + abandonedLimit;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let index = 0; index < this.count; index++) yield this.at(index);
  }
}

/**
 * An element of an array of the host. It counts as absent when reading it throws (an accessor, a
 * revoked proxy).
 */
function readElement(items: readonly unknown[], index: number): unknown {
  try {
    return items[index];
  } catch {
    return undefined;
  }
}
