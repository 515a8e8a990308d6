// The elements of a long vector or list that was changed in more than one way: `(conj (pop v) x)`,
// `(assoc v i x)`, a stack that is pushed after a pop. A change copies one path of a tree instead
// of all elements. A tree that grows in front stores its elements from last to first and gives them
// negative positions:
//
//   grows at the end   places  0  1  2 …          slots 0 1 2 …
//   grows in front     places  … -3 -2 -1         slots … 2 1 0

import { SlotTree } from "./slot-tree.ts";

export class ElementTree<T> {
  readonly growsInFront: boolean;
  private readonly slots: SlotTree<T>;

  private constructor(slots: SlotTree<T>, growsInFront: boolean) {
    this.slots = slots;
    this.growsInFront = growsInFront;
  }

  /** Takes ownership of `items`, which are in the order in which they were added. */
  static of<T>(items: T[], growsInFront: boolean): ElementTree<T> {
    return new ElementTree(SlotTree.of(items), growsInFront);
  }

  /** The maximum number of slots that one change copies. */
  get path(): number {
    return this.slots.path;
  }

  /** Trees with the same identity have the same elements at the positions they share. */
  get identity(): unknown[] {
    return this.slots.identity;
  }

  at(place: number): T {
    return this.slots.at(this.growsInFront ? -1 - place : place) as T;
  }

  /** Returns a tree with `element` after the first `count` added elements. Drops later ones. */
  withNext(count: number, element: T): ElementTree<T> {
    return new ElementTree(this.slots.truncated(count).append(element), this.growsInFront);
  }

  /** Returns a tree with the element at an existing position replaced. */
  with(place: number, element: T): ElementTree<T> {
    return new ElementTree(
      this.slots.replace(this.growsInFront ? -1 - place : place, element),
      this.growsInFront,
    );
  }
}
