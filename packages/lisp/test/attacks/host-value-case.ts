// The shape of a test case: a value of the host that is not plain data, and what a program and a
// journal see of it.

export interface HostValueCase {
  readonly name: string;
  readonly make: () => unknown;
  /** What the program sees of it, printed. */
  readonly seen: string;
  /**
   * Where a journal holds it: what `task` answers, printed, or the error it is told; the same as
   * `seen` when absent.
   */
  readonly journal?: string;
}

export const notJson = (kind: string): string => `error: expected JSON, got ${kind}`;
export const ofClass = notJson("an object of a class");
export const unreadable = "error: it cannot be read";
