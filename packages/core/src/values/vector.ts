// The sequential collection: vectors, and lists and sequences that are read by index like them.
// Versions share one backing array: `conj` on the newest version pushes in place, `cons` fills a
// slot that a copy left free in front, and `rest` and `subvec` only move the bounds. Host arrays
// are wrapped, never copied: an element is converted when it is read.
//
//   items   [ . . a b c d . ]      front    lowest index any version has claimed (only after a prepend)
//               ^start  ^end       store    the host's reader, or the tree of a long vector that was
//                                           changed in more than one way
//
// A slot outside [start, end) may belong to a newer version. It must not be read, and it may be
// written only if no version has claimed it.

import { ElementTree } from "./element-tree.ts";
import { identityHashOf } from "./identity-value.ts";
import { inspected } from "./inspection.ts";
import type { HostReader } from "./host-reader.ts";
import { unreadable } from "./host-stand-in.ts";

interface Front {
  claimed: number;
}

const abandonedLimit = 32;

/** The length from which the reserved slots are less than half of an array. */
const longestCompacted = 64;

const hostTrait = 1;
const fieldsTrait = 2;

/** The length above which a vector becomes a tree if a change can't be made in its array. */
const longestCopied = 128;

/**
 * The Clojure kind. Vectors grow at their end and are looked up by index; an entry is the vector
 * `[key value]` of a map. Lists and sequences grow at their front; only lists created as such have
 * the kind `list`. A queue grows at its end. Otherwise it is like a list: it is read and shortened
 * at its front, and not looked up by index.
 */
export type VectorKind = "vector" | "entry" | "sequence" | "list" | "queue";

/**
 * A persistent vector, list or sequence of `count` elements. `at(i)` takes constant time, `conj`
 * and `cons` amortized constant time.
 */
export class Vector<T> {
  readonly count: number;
  private readonly items: unknown[];
  private readonly start: number;
  private readonly end: number;
  private readonly store: HostReader<T> | ElementTree<T> | undefined;
  private readonly front: Front | undefined;
  /**
   * Set by `hashValue`, so structure shared in many places is hashed once. `hash` is for seed 0;
   * others are stored only if requested.
   */
  hash: number | undefined = undefined;
  declare seededHashes: number[] | undefined;
  /** The cost of the hash walk, once there is a hash. */
  hashWork = 0;
  /** See `hash-value.ts`. */
  declare hashShape: number | undefined;

  readonly kind: VectorKind;

  /** The sum of `hostTrait` and `fieldsTrait`, if they apply. */
  private readonly traits: number;

  private constructor(
    items: unknown[],
    start: number,
    end: number,
    store: HostReader<T> | ElementTree<T> | undefined,
    front: Front | undefined,
    kind: VectorKind = "vector",
    traits = 0,
  ) {
    this.items = items;
    this.start = start;
    this.end = end;
    this.count = end - start;
    this.store = store;
    this.front = front;
    this.kind = kind;
    this.traits = traits;
  }

  /** Takes ownership of `items`: the caller must not touch the array again. */
  static of<T>(items: T[], kind: VectorKind = "vector"): Vector<T> {
    return new Vector<T>(items, 0, items.length, undefined, undefined, kind);
  }

  /**
   * Like `of`, for an array that grew by `push`. Hosts reserve 16 and more slots for such an array,
   * so a short one is copied.
   */
  static ofGrown<T>(items: T[], kind: VectorKind = "vector"): Vector<T> {
    return Vector.of(items.length < longestCompacted ? items.slice() : items, kind);
  }

  /** Creates a map entry. `isOfFields` is true if the map has field names. */
  static entry<T>(key: T, value: T, isOfFields = false): Vector<T> {
    const traits = isOfFields ? fieldsTrait : 0;
    return new Vector<T>([key, value], 0, 2, undefined, undefined, "entry", traits);
  }

  /** Wraps a host array, which is read in place. */
  static ofHost<T>(items: unknown[], reader: HostReader<T>): Vector<T> {
    return new Vector(items, 0, items.length, reader, undefined, "vector", hostTrait);
  }

  /**
   * True if it reads a host array in place. The memory belongs to the host then, and a program
   * created no part of it.
   */
  get isHost(): boolean {
    return (this.traits & hostTrait) !== 0;
  }

  /**
   * True for an entry of a map of fields, and for elements that a program made from such a map. A
   * map made of them is a map of fields again.
   */
  get isOfFields(): boolean {
    return (this.traits & fieldsTrait) !== 0;
  }

  /** Returns the same elements, marked as made from a map of fields. */
  ofFields(kind: VectorKind = this.kind): Vector<T> {
    if (this.isOfFields && kind === this.kind) return this;
    return this.part(this.start, this.end, kind, this.traits | fieldsTrait);
  }

  /** True for lists, sequences and queues, which the language doesn't treat as vectors. */
  get isSequence(): boolean {
    return this.kind === "sequence" || this.kind === "list" || this.kind === "queue";
  }

  /** Returns the element at `index`. The caller must check that `0 <= index < count`. */
  at(index: number): T {
    const { store } = this;
    if (store === undefined) return this.items[this.start + index] as T;
    return store instanceof ElementTree
      ? store.at(this.start + index)
      : store.fromHost(readElement(this.items, this.start + index, store));
  }

  /** Returns the element at `index`, or `otherwise` if it is out of bounds or not an integer. */
  get(index: number, otherwise: T): T {
    return index >= 0 && index < this.count && Number.isInteger(index) ? this.at(index) : otherwise;
  }

  /** Returns the same elements as a collection of another kind. */
  as(kind: VectorKind): Vector<T> {
    return this.kind === kind ? this : this.part(this.start, this.end, kind);
  }

  /** Returns the same elements as a sequence. A list stays a list. */
  asSequence(): Vector<T> {
    return this.kind === "sequence" || this.kind === "list" ? this : this.as("sequence");
  }

  /** True if both are the same part of the same array, so their elements need not be compared. */
  isSameAs(other: Vector<T>): boolean {
    return this.items === other.items && this.start === other.start && this.end === other.end;
  }

  /** The host array, if this is a view of all of it; otherwise undefined. */
  get wholeHostArray(): object | undefined {
    return this.isHost && this.start === 0 && this.end === this.items.length
      ? this.items
      : undefined;
  }

  /** @internal Returns the form for consoles. Nothing of the host counts as read by a program. */
  [inspected](): unknown {
    return this.store instanceof ElementTree
      ? this.toArray()
      : this.items.slice(this.start, this.end);
  }

  /** A number that is equal for all vectors that are the same part of the same array. */
  get identityHash(): number {
    return identityHashOf(this.items) ^ Math.imul(this.start, 0x9e3779b1) ^ (this.end << 16);
  }

  /** The number of elements that `conj` copies. */
  get copiedByConj(): number {
    if (this.growsInPlace) return 0;
    return this.treeGrowing(false)?.path ?? this.count;
  }

  /** The number of elements that `cons` copies. */
  get copiedByCons(): number {
    if (this.growsInFront) return 0;
    return this.treeGrowing(true)?.path ?? 2 * this.count;
  }

  /** The number of elements that `assoc` copies. */
  get copiedByAssoc(): number {
    return this.store instanceof ElementTree ? this.store.path : this.count;
  }

  /** Returns a vector with `value` at the end. */
  conj(value: T): Vector<T> {
    // Don't push: a growing array gets room for sixteen more elements, which a single element
    // doesn't need.
    if (this.count === 0 && this.front === undefined) return this.changed([value], 0, 1, "vector");
    if (this.growsInPlace) {
      this.items.push(value);
      const { items, start, end, front } = this;
      return this.changed(items, start, end + 1, "vector", front);
    }
    const tree = this.treeGrowing(false);
    if (tree !== undefined)
      return this.changedTree(tree.withNext(this.end, value), this.start, this.end + 1, "vector");
    const copy = this.toArray();
    const isBranched = this.store === undefined && !this.hasAbandoned();
    const { length } = copy;
    if (isBranched && length > longestCopied)
      return this.changedTree(
        ElementTree.of(copy, false).withNext(length, value),
        0,
        length + 1,
        "vector",
      );
    copy.push(value);
    return this.changed(copy, 0, length + 1, "vector");
  }

  /**
   * Returns a list or sequence with `value` in front. A copy leaves free slots there, so
   * prepending again is cheap.
   */
  cons(value: T): Vector<T> {
    const kind = this.kind === "list" ? "list" : "sequence";
    const { front, start } = this;
    if (front !== undefined && this.growsInFront) {
      front.claimed = start - 1;
      this.items[start - 1] = value;
      return this.changed(this.items, start - 1, this.end, kind, front);
    }
    const tree = this.treeGrowing(true);
    if (tree !== undefined)
      return this.changedTree(tree.withNext(-start, value), start - 1, this.end, kind);
    if (front !== undefined && this.count > longestCopied) {
      const elements = ElementTree.of(this.toArray().reverse(), true);
      return this.changedTree(elements.withNext(this.count, value), -this.count - 1, 0, kind);
    }
    const room = this.count + 4;
    const items: unknown[] = new Array<unknown>(room).fill(null);
    for (let index = 0; index < this.count; index++) items.push(this.at(index));
    items[room - 1] = value;
    return this.changed(items, room - 1, items.length, kind, { claimed: room - 1 });
  }

  /** Returns a vector with the element at `index` (`0 <= index < count`) replaced. */
  assoc(index: number, value: T): Vector<T> {
    const { store } = this;
    if (store instanceof ElementTree)
      return this.changedTree(
        store.with(this.start + index, value),
        this.start,
        this.end,
        "vector",
      );
    const copy = this.toArray();
    copy[index] = value;
    return store === undefined && copy.length > longestCopied
      ? this.changedTree(ElementTree.of(copy, false), 0, copy.length, "vector")
      : this.changed(copy, 0, copy.length, "vector");
  }

  /**
   * Returns the elements from `start` up to `end`, and shares the backing array. The bounds must
   * be within the vector.
   */
  slice(start: number, end: number = this.count, kind: VectorKind = "vector"): Vector<T> {
    if (start >= end) return this.withItems([]).as(kind);
    if (start === 0 && end === this.count && kind === this.kind) return this;
    return this.part(this.start + start, this.start + end, kind);
  }

  /**
   * Returns a new vector with the elements at `indexes`, in that order. Doesn't convert elements
   * of the host.
   */
  pick(indexes: ArrayLike<number>): Vector<T> {
    const { store } = this;
    const isTree = store instanceof ElementTree;
    const picked: unknown[] = [];
    for (let place = 0; place < indexes.length; place++) {
      const index = indexes[place] as number;
      if (isTree || store === undefined) picked.push(this.at(index));
      else picked.push(readElement(this.items, this.start + index, store));
    }
    const kept = isTree ? undefined : store;
    return this.changed(picked, 0, picked.length, "vector", undefined, kept);
  }

  /**
   * Returns `items` as a collection of this kind, marked as this one is. Takes ownership of
   * `items`.
   */
  withItems(items: T[]): Vector<T> {
    return this.changed(items, 0, items.length, this.kind);
  }

  /** Returns a new array of the elements, owned by the caller. */
  toArray(): T[] {
    if (this.store === undefined) return this.items.slice(this.start, this.end) as T[];
    const copy: T[] = [];
    for (let index = 0; index < this.count; index++) copy.push(this.at(index));
    return copy;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let index = 0; index < this.count; index++) yield this.at(index);
  }

  /** Returns other elements, marked as this collection is. */
  private changed(
    items: unknown[],
    start: number,
    end: number,
    kind: VectorKind,
    front?: Front,
    store?: HostReader<T> | ElementTree<T>,
  ): Vector<T> {
    return new Vector<T>(items, start, end, store, front, kind, this.traits & fieldsTrait);
  }

  private changedTree(
    tree: ElementTree<T>,
    start: number,
    end: number,
    kind: VectorKind,
  ): Vector<T> {
    return this.changed(tree.identity, start, end, kind, undefined, tree);
  }

  private part(
    start: number,
    end: number,
    kind: VectorKind,
    traits: number = this.traits,
  ): Vector<T> {
    return new Vector(this.items, start, end, this.store, this.front, kind, traits);
  }

  /** True if `conj` can add to the shared array. */
  private get growsInPlace(): boolean {
    return this.store === undefined && this.items.length === this.end && !this.hasAbandoned();
  }

  /** True if `cons` can use a free slot in front. */
  private get growsInFront(): boolean {
    return this.front !== undefined && this.front.claimed === this.start && this.start > 0;
  }

  private treeGrowing(inFront: boolean): ElementTree<T> | undefined {
    const { store } = this;
    return store instanceof ElementTree && store.growsInFront === inFront && !this.hasAbandoned()
      ? store
      : undefined;
  }

  /**
   * True if most of the array is no longer part of the vector, as in a queue that drops its first
   * elements. In that case, changes copy the elements, so the array doesn't grow without limit.
   */
  private hasAbandoned(): boolean {
    const abandoned =
      this.store instanceof ElementTree && this.store.growsInFront ? -this.end : this.start;
    return abandoned > 2 * this.count + abandonedLimit;
  }
}

/**
 * Reads an element of a host array. Returns undefined and reports a loss if reading it throws (an
 * accessor, a revoked proxy).
 */
function readElement<T>(items: readonly unknown[], index: number, reader: HostReader<T>): unknown {
  try {
    return items[index];
  } catch {
    reader.lose(unreadable, items, index);
    return undefined;
  }
}
