// Finds the parallel branch of a call in the text of its address: `run/turn/0.2/5` is the call 5 of
// the branch 2 of the fork 0.

/** A branch of a `pmap` or `pcalls`. */
export interface ParallelBranch {
  /** The address of the fork, the same for all of its branches. */
  readonly fork: string;
  readonly branch: number;
}

/** The digits of any number of a fork or a branch. */
const longestNumber = 16;

/** Returns the innermost parallel branch of the address, or undefined outside of one. */
export function parallelBranch(address: string): ParallelBranch | undefined {
  const parts = address.split("/");
  // The last part is the number of the call. Before the path comes the turn, a whole number.
  for (let index = parts.length - 2; index >= 0; index--) {
    const part = parts[index] ?? "";
    if (isNumber(part)) return undefined;
    const [fork = "", branch = "", ...more] = part.split(".");
    if (more.length === 0 && isNumber(fork) && isNumber(branch))
      return { fork: [...parts.slice(0, index), `f${fork}`].join("/"), branch: Number(branch) };
  }
  return undefined;
}

function isNumber(text: string): boolean {
  return text.length <= longestNumber && /^\d+$/.test(text);
}
