// The hash trie under `TrieMap`: nodes with 32 branches and a bitmap; each level uses five bits of
// the hash. After seven levels the hash is used up, and the next function of the family decides.
// Keys that no function tells apart share a bucket.

import { Bucket, Entry } from "./trie-entry.ts";
import { hashValue, isHashedByIdentity } from "./hash-value.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

const bitsPerLevel = 5;
const lastShift = 30;
const hashFunctions = 4;

type Child = Entry | TrieNode | Bucket;

/**
 * An inner node. It is immutable, except that `insertInPlace` builds a trie that nobody else has
 * seen yet.
 */
export class TrieNode {
  private bitmap: number;
  private readonly children: Child[];

  constructor(bitmap: number, children: Child[]) {
    this.bitmap = bitmap;
    this.children = children;
  }

  static empty(): TrieNode {
    return new TrieNode(0, []);
  }

  /**
   * The entry of `key`, which is not NaN; `first` is the hash of the key under the first function.
   */
  find(key: Value, first: number, meter: WorkMeter | undefined, depth: number): Entry | undefined {
    let seed = 0;
    let hash = first;
    let shift = 0;
    let child: Child | undefined = this.child(hash);
    for (;;) {
      if (child === undefined) return undefined;
      if (child instanceof Entry) return child.isOf(key, first, meter, depth) ? child : undefined;
      if (child instanceof Bucket) return child.find(key, meter, depth);
      if (shift === lastShift) {
        seed++;
        shift = 0;
        hash = hashValue(key, seed, isHashedByIdentity(key) ? undefined : meter, depth);
      } else {
        shift += bitsPerLevel;
      }
      child = child.child(hash >>> shift);
    }
  }

  insert(entry: Entry, shift: number, seed: number): TrieNode {
    const bit = bitOf(entry.hashFor(seed), shift);
    const position = this.position(bit);
    if ((this.bitmap & bit) === 0)
      return new TrieNode(this.bitmap | bit, this.children.toSpliced(position, 0, entry));
    const children = this.children.slice();
    const child = children[position];
    if (child instanceof TrieNode)
      children[position] = child.insert(entry, nextShift(shift), nextSeed(shift, seed));
    else if (child !== undefined)
      children[position] =
        child instanceof Bucket ? child.with(entry) : split(child, entry, shift, seed);
    return new TrieNode(this.bitmap, children);
  }

  /** Adds an entry to a trie that nobody else has seen yet. */
  insertInPlace(entry: Entry, shift: number, seed: number): void {
    const bit = bitOf(entry.hashFor(seed), shift);
    const position = this.position(bit);
    if ((this.bitmap & bit) === 0) {
      this.bitmap |= bit;
      this.children.splice(position, 0, entry);
      return;
    }
    const child = this.children[position];
    if (child instanceof TrieNode)
      child.insertInPlace(entry, nextShift(shift), nextSeed(shift, seed));
    else if (child !== undefined)
      this.children[position] =
        child instanceof Bucket ? child.with(entry) : split(child, entry, shift, seed);
  }

  /**
   * A trie with `entry` in place of the entry that has an equal key and the same index, which must
   * exist.
   */
  replace(entry: Entry, shift: number, seed: number): TrieNode {
    const position = this.position(bitOf(entry.hashFor(seed), shift));
    const child = this.children[position];
    const children = this.children.slice();
    if (child instanceof TrieNode)
      children[position] = child.replace(entry, nextShift(shift), nextSeed(shift, seed));
    else children[position] = child instanceof Bucket ? child.replace(entry) : entry;
    return new TrieNode(this.bitmap, children);
  }

  /** A trie without `entry`, which must exist in it; `undefined` when none is left. */
  remove(entry: Entry, shift: number, seed: number): TrieNode | undefined {
    const bit = bitOf(entry.hashFor(seed), shift);
    const position = this.position(bit);
    const rest = remainder(this.children[position], entry, shift, seed);
    const children = this.children.slice();
    if (rest === undefined) {
      children.splice(position, 1);
      return children.length === 0 ? undefined : new TrieNode(this.bitmap & ~bit, children);
    }
    children[position] = rest;
    return new TrieNode(this.bitmap, children);
  }

  private child(hash: number): Child | undefined {
    const bit = 1 << (hash & 31);
    return (this.bitmap & bit) === 0 ? undefined : this.children[this.position(bit)];
  }

  private position(bit: number): number {
    return bitCount(this.bitmap & (bit - 1));
  }
}

function remainder(
  child: Child | undefined,
  entry: Entry,
  shift: number,
  seed: number,
): Child | undefined {
  if (child instanceof TrieNode)
    return child.remove(entry, nextShift(shift), nextSeed(shift, seed));
  return child instanceof Bucket ? child.without(entry) : undefined;
}

/**
 * Two entries that fall into the same slot move down by one level, or into a bucket when no hash
 * function is left.
 */
function split(left: Entry, right: Entry, shift: number, seed: number): Child {
  if (shift === lastShift && seed + 1 === hashFunctions) return new Bucket([left, right]);
  const node = TrieNode.empty();
  node.insertInPlace(left, nextShift(shift), nextSeed(shift, seed));
  node.insertInPlace(right, nextShift(shift), nextSeed(shift, seed));
  return node;
}

function bitOf(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & 31);
}

function nextShift(shift: number): number {
  return shift === lastShift ? 0 : shift + bitsPerLevel;
}

function nextSeed(shift: number, seed: number): number {
  return shift === lastShift ? seed + 1 : seed;
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
