// The sequential collection: vectors, and the lists and sequences that are read by index like them.
// Versions share one backing array: `conj` on the newest version pushes in place, `cons` fills a
// slot that a copy left free in front, `rest` and `subvec` only move the bounds. Host arrays are
// wrapped, never copied: an element is converted when it is read.
//
//   items   [ . . a b c d . ]      front    lowest index any version has claimed (only after a prepend)
//               ^start  ^end       store    the host's reader, or the tree of a long vector that was
//                                           changed in more than one way
//
// A slot outside [start, end) may belong to a newer version: it must not be read, and it may be
// written only when no version has claimed it.

import { ElementTree } from "./element-tree.ts";
import { identityHashOf } from "./identity-value.ts";
import { inspected } from "./inspection.ts";
import type { HostReader } from "./host-reader.ts";
import { unreadable } from "./host-stand-in.ts";

interface Front {
  claimed: number;
}

const abandonedLimit = 32;

/** What is longer becomes a tree when it is changed where its array cannot be. */
const longestCopied = 128;

/**
 * What Clojure would call it. Vectors grow at their end and are looked up by index; an entry is the
 * vector `[key value]` that a map gave. Lists and sequences grow at their front; only what was made
 * as a list is a `list`. A queue grows at its end, and is otherwise like a list: it is read and
 * shortened at its front, and not looked up by index.
 */
export type VectorKind = "vector" | "entry" | "sequence" | "list" | "queue";

/**
 * A persistent vector, list or sequence; `count` elements, `at(i)` in constant time, `conj` and
 * `cons` amortised constant.
 */
export class Vector<T> {
  readonly count: number;
  private readonly items: unknown[];
  private readonly start: number;
  private readonly end: number;
  private readonly store: HostReader<T> | ElementTree<T> | undefined;
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

  readonly kind: VectorKind;

  /**
   * Whether it reads an array of the host in place. Then the memory is the host's, and no part of
   * it was made by a program.
   */
  readonly isHost: boolean;

  private constructor(
    items: unknown[],
    start: number,
    end: number,
    store: HostReader<T> | ElementTree<T> | undefined,
    front: Front | undefined,
    kind: VectorKind = "vector",
    isHost = false,
  ) {
    this.items = items;
    this.start = start;
    this.end = end;
    this.count = end - start;
    this.store = store;
    this.front = front;
    this.kind = kind;
    this.isHost = isHost;
  }

  /** Takes ownership of `items`: the caller must not touch the array again. */
  static of<T>(items: T[], kind: VectorKind = "vector"): Vector<T> {
    return new Vector<T>(items, 0, items.length, undefined, undefined, kind);
  }

  /** The entry of a map. */
  static entry<T>(key: T, value: T): Vector<T> {
    return new Vector<T>([key, value], 0, 2, undefined, undefined, "entry");
  }

  /** Reads an array of the host in place. */
  static ofHost<T>(items: unknown[], reader: HostReader<T>): Vector<T> {
    return new Vector(items, 0, items.length, reader, undefined, "vector", true);
  }

  /** Whether it is a list, a sequence or a queue, which are no vectors to the language. */
  get isSequence(): boolean {
    return this.kind === "sequence" || this.kind === "list" || this.kind === "queue";
  }

  /** The element at `index`; the caller has checked that `0 <= index < count`. */
  at(index: number): T {
    const { store } = this;
    if (store === undefined) return this.items[this.start + index] as T;
    return store instanceof ElementTree
      ? store.at(this.start + index)
      : store.fromHost(readElement(this.items, this.start + index, store));
  }

  /** The element at `index`; `otherwise` when it is out of bounds or has a fraction. */
  get(index: number, otherwise: T): T {
    return index >= 0 && index < this.count && Number.isInteger(index) ? this.at(index) : otherwise;
  }

  /** The same elements, as a collection of another kind. */
  as(kind: VectorKind): Vector<T> {
    return this.kind === kind ? this : this.part(this.start, this.end, kind);
  }

  /** The same elements as a sequence; a list stays one. */
  asSequence(): Vector<T> {
    return this.kind === "sequence" || this.kind === "list" ? this : this.as("sequence");
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
    return this.isHost && this.start === 0 && this.end === this.items.length
      ? this.items
      : undefined;
  }

  /** @internal What a console shows. Nothing of the host counts as read by a program. */
  [inspected](): unknown {
    return this.store instanceof ElementTree
      ? this.toArray()
      : this.items.slice(this.start, this.end);
  }

  /** A number that is the same for all vectors that are the same part of the same array. */
  get identityHash(): number {
    return identityHashOf(this.items) ^ Math.imul(this.start, 0x9e3779b1) ^ (this.end << 16);
  }

  /** How many elements `conj` copies. */
  get copiedByConj(): number {
    if (this.growsInPlace) return 0;
    return this.treeGrowing(false)?.path ?? this.count;
  }

  /** How many elements `cons` copies. */
  get copiedByCons(): number {
    if (this.growsInFront) return 0;
    return this.treeGrowing(true)?.path ?? 2 * this.count;
  }

  /** How many elements `assoc` copies. */
  get copiedByAssoc(): number {
    return this.store instanceof ElementTree ? this.store.path : this.count;
  }

  /** A vector with `value` at the end. */
  conj(value: T): Vector<T> {
    // An array that grows has room for sixteen more, which one element does not need.
    if (this.count === 0 && this.front === undefined) return Vector.of([value]);
    if (this.growsInPlace) {
      this.items.push(value);
      return new Vector<T>(this.items, this.start, this.end + 1, undefined, this.front);
    }
    const tree = this.treeGrowing(false);
    if (tree !== undefined)
      return Vector.ofTree(tree.withNext(this.end, value), this.start, this.end + 1, "vector");
    const copy = this.toArray();
    const isBranched = this.store === undefined && !this.hasAbandoned();
    if (isBranched && copy.length > longestCopied) {
      const { length } = copy;
      return Vector.ofTree(
        ElementTree.of(copy, false).withNext(length, value),
        0,
        length + 1,
        "vector",
      );
    }
    copy.push(value);
    return Vector.of(copy);
  }

  /**
   * A list or sequence with `value` in front. A copy leaves free slots there, so that prepending
   * again is cheap.
   */
  cons(value: T): Vector<T> {
    const kind = this.kind === "list" ? "list" : "sequence";
    const { front, start } = this;
    if (front !== undefined && this.growsInFront) {
      front.claimed = start - 1;
      this.items[start - 1] = value;
      return new Vector<T>(this.items, start - 1, this.end, undefined, front, kind);
    }
    const tree = this.treeGrowing(true);
    if (tree !== undefined)
      return Vector.ofTree(tree.withNext(-start, value), start - 1, this.end, kind);
    if (front !== undefined && this.count > longestCopied) {
      const elements = ElementTree.of(this.toArray().reverse(), true);
      return Vector.ofTree(elements.withNext(this.count, value), -this.count - 1, 0, kind);
    }
    const room = this.count + 4;
    const items: unknown[] = new Array<unknown>(room).fill(null);
    for (let index = 0; index < this.count; index++) items.push(this.at(index));
    items[room - 1] = value;
    return new Vector<T>(items, room - 1, items.length, undefined, { claimed: room - 1 }, kind);
  }

  /** Replaces the element at `index` (`0 <= index < count`). */
  assoc(index: number, value: T): Vector<T> {
    const { store } = this;
    if (store instanceof ElementTree)
      return Vector.ofTree(store.with(this.start + index, value), this.start, this.end, "vector");
    const copy = this.toArray();
    copy[index] = value;
    return store === undefined && copy.length > longestCopied
      ? Vector.ofTree(ElementTree.of(copy, false), 0, copy.length, "vector")
      : Vector.of(copy);
  }

  /** The elements from `start` up to `end`, sharing the backing array; bounds within the vector. */
  slice(start: number, end: number = this.count, kind: VectorKind = "vector"): Vector<T> {
    if (start >= end) return Vector.of([], kind);
    if (start === 0 && end === this.count && kind === this.kind) return this;
    return this.part(this.start + start, this.start + end, kind);
  }

  /**
   * A new vector with the elements at `indexes`, in that order. Elements of the host are not
   * converted.
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
    return new Vector<T>(picked, 0, picked.length, isTree ? undefined : store, undefined);
  }

  /** A fresh array of the elements, owned by the caller. */
  toArray(): T[] {
    if (this.store === undefined) return this.items.slice(this.start, this.end) as T[];
    const copy: T[] = [];
    for (let index = 0; index < this.count; index++) copy.push(this.at(index));
    return copy;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let index = 0; index < this.count; index++) yield this.at(index);
  }

  private static ofTree<T>(
    tree: ElementTree<T>,
    start: number,
    end: number,
    kind: VectorKind,
  ): Vector<T> {
    return new Vector<T>(tree.identity, start, end, tree, undefined, kind);
  }

  private part(start: number, end: number, kind: VectorKind): Vector<T> {
    return new Vector(this.items, start, end, this.store, this.front, kind, this.isHost);
  }

  /** Whether `conj` can add to the shared array. */
  private get growsInPlace(): boolean {
    return this.store === undefined && this.items.length === this.end && !this.hasAbandoned();
  }

  /** Whether `cons` can use a free slot in front. */
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
   * Whether most of what is held lies behind the vector's growing end, as in a queue that drops its
   * first elements. Then the elements are copied, so that it does not grow without end.
   */
  private hasAbandoned(): boolean {
    const abandoned =
      this.store instanceof ElementTree && this.store.growsInFront ? -this.end : this.start;
    return abandoned > 2 * this.count + abandonedLimit;
  }
}

/**
 * An element of an array of the host. It counts as absent when reading it throws (an accessor, a
 * revoked proxy).
 */
function readElement<T>(items: readonly unknown[], index: number, reader: HostReader<T>): unknown {
  try {
    return items[index];
  } catch {
    reader.lose(unreadable, items, index);
    return undefined;
  }
}
