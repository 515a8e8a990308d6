// The hash trie of `TrieMap`: nodes with 32 branches and a bitmap. Each level uses five bits of the
// hash. After seven levels the hash is used up, and the next function of the family is used. Keys
// that no function separates share a bucket.

import { Bucket, Entry } from "./trie-entry.ts";
import { hashValue, isHashedByIdentity } from "./hash-value.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

const bitsPerLevel = 5;
const levelsPerHash = 7;
const hashFunctions = 4;

type Child = Entry | TrieNode | Bucket;

/** An immutable inner node. It doesn't know its level, so callers pass it; the root has level 0. */
export class TrieNode {
  private readonly bitmap: number;
  private readonly children: Child[];

  constructor(bitmap: number, children: Child[]) {
    this.bitmap = bitmap;
    this.children = children;
  }

  static empty(): TrieNode {
    return new TrieNode(0, []);
  }

  /**
   * Returns the entry of `key`, which is not NaN. `first` is the hash of the key under the first
   * function.
   */
  find(key: Value, first: number, meter: WorkMeter | undefined, depth: number): Entry | undefined {
    let hash = first;
    let child: Child | undefined = this.child(hash, 0);
    for (let level = 1; child instanceof TrieNode; level++) {
      if (level % levelsPerHash === 0)
        hash = hashValue(
          key,
          level / levelsPerHash,
          isHashedByIdentity(key) ? undefined : meter,
          depth,
        );
      child = child.child(hash, level);
    }
    if (child instanceof Bucket) return child.find(key, meter, depth);
    return child?.isOf(key, first, meter, depth) === true ? child : undefined;
  }

  /** True if there is an entry with this hash under the first function. */
  holds(hash: number): boolean {
    let child: Child | undefined = this.child(hash, 0);
    for (let level = 1; child instanceof TrieNode && level < levelsPerHash; level++)
      child = child.child(hash, level);
    return child instanceof Entry ? child.hash === hash : child !== undefined;
  }

  insert(entry: Entry, level: number): TrieNode {
    const bit = bitOf(entry, level);
    const position = this.position(bit);
    const child = this.children[position];
    if ((this.bitmap & bit) === 0 || child === undefined)
      return new TrieNode(this.bitmap | bit, this.children.toSpliced(position, 0, entry));
    const changed =
      child instanceof TrieNode
        ? child.insert(entry, level + 1)
        : child instanceof Bucket
          ? child.with(entry)
          : split(child, entry, level + 1);
    return new TrieNode(this.bitmap, this.children.with(position, changed));
  }

  /** Returns a trie without `entry`, which must exist in it, or `undefined` if it is empty then. */
  remove(entry: Entry, level: number): TrieNode | undefined {
    const bit = bitOf(entry, level);
    const position = this.position(bit);
    const rest = remainder(this.children[position], entry, level + 1);
    if (rest !== undefined) return new TrieNode(this.bitmap, this.children.with(position, rest));
    return this.children.length === 1
      ? undefined
      : new TrieNode(this.bitmap & ~bit, this.children.toSpliced(position, 1));
  }

  private child(hash: number, level: number): Child | undefined {
    const bit = bitAt(hash, level);
    return (this.bitmap & bit) === 0 ? undefined : this.children[this.position(bit)];
  }

  private position(bit: number): number {
    return bitCount(this.bitmap & (bit - 1));
  }
}

function remainder(child: Child | undefined, entry: Entry, level: number): Child | undefined {
  if (child instanceof TrieNode) return child.remove(entry, level);
  return child instanceof Bucket ? child.without(entry) : undefined;
}

/**
 * Moves two entries that share a slot down to `level`, or into a bucket if no hash function is
 * left.
 */
function split(left: Entry, right: Entry, level: number): Child {
  return level === hashFunctions * levelsPerHash
    ? new Bucket([left, right])
    : TrieNode.empty().insert(left, level).insert(right, level);
}

function bitOf(entry: Entry, level: number): number {
  return bitAt(entry.hashFor(Math.floor(level / levelsPerHash)), level);
}

function bitAt(hash: number, level: number): number {
  return 1 << ((hash >>> ((level % levelsPerHash) * bitsPerLevel)) & 31);
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
