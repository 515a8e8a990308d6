// The elements of a long vector or list that was changed in more than one way: `(conj (pop v) x)`,
// `(assoc v i x)`, a stack that is pushed after a pop. A change copies one path of a tree instead
// of all elements. A tree that grows in front holds its elements from the last to the first, and
// the places of these are negative:
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

  /** How many slots are copied at most by one change. */
  get path(): number {
    return this.slots.path;
  }

  /** Trees with one identity hold the same elements at the places that both have. */
  get identity(): unknown[] {
    return this.slots.identity;
  }

  at(place: number): T {
    return this.slots.at(this.growsInFront ? -1 - place : place) as T;
  }

  /** With `element` behind the first `count` that were added; later ones are left out. */
  withNext(count: number, element: T): ElementTree<T> {
    return new ElementTree(this.slots.truncated(count).append(element), this.growsInFront);
  }

  /** With another element at a place that is taken. */
  with(place: number, element: T): ElementTree<T> {
    return new ElementTree(
      this.slots.replace(this.growsInFront ? -1 - place : place, element),
      this.growsInFront,
    );
  }
}
