// The shape of a test case: a host value that is not plain data, and its form in a program and a
// journal.

export interface HostValueCase {
  readonly name: string;
  readonly make: () => unknown;
  /** The printed value in the program. */
  readonly seen: string;
  /** The printed result of `task` with a journal, or its error. Absent if it equals `seen`. */
  readonly journal?: string;
}

export const notJson = (kind: string): string => `error: expected JSON, got ${kind}`;
export const ofClass = notJson("an object of a class");
export const unreadable = "error: it cannot be read";
