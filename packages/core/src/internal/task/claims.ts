// The branches of a recorded or replayed run that wait to use something they share: a limit, a
// cache, a task. They use it one at a time, when no branch can move, in the order of their
// addresses. So the time that a branch computes doesn't decide which of them is first.

interface Claim {
  readonly at: string;
  readonly pass: () => void;
}

export class Claims {
  private readonly waiting: Claim[] = [];
  private isSorted = true;

  /** Resolves when it is the turn of the effect at the address `at`. */
  add(at: string): Promise<void> {
    return new Promise((pass) => {
      this.waiting.push({ at, pass });
      this.isSorted = false;
    });
  }

  /** Passes the first claim on. Returns false without claims. */
  passFirst(): boolean {
    // The last claim is the first in the order.
    if (!this.isSorted) this.waiting.sort((left, right) => compareAddresses(right.at, left.at));
    this.isSorted = true;
    const first = this.waiting.pop();
    first?.pass();
    return first !== undefined;
  }
}

/** Compares addresses with their numbers as numbers: `1/0.2/0` comes before `1/0.10/0`. */
export function compareAddresses(left: string, right: string): number {
  const others = right.match(parts) ?? [];
  for (const [index, part] of (left.match(parts) ?? []).entries()) {
    const other = others[index];
    if (part === other) continue;
    if (other === undefined) return 1;
    const difference = Number(part) - Number(other);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
    return part < other ? -1 : 1;
  }
  return left.length - right.length;
}

const parts = /\d+|\D+/g;
