// Code shared by JavaScript engines: a program is the body of a function, which is asynchronous if
// there are tools.
import type { Workload } from "../workload.ts";

/** Returns an expression that runs the program after `prelude`. */
export function javascriptCall(workload: Workload, prelude = ""): string {
  return `(${javascriptFunction(workload, prelude)})()`;
}

/** Returns an expression whose value is the program as a function without parameters. */
export function javascriptFunction(
  { programs: { javascript }, tools }: Workload,
  prelude = "",
): string {
  return `${tools === undefined ? "" : "async "}() => {${prelude}\n${javascript}\n}`;
}

/** A console for sandboxes without one: keeps a program's prints inside the sandbox. */
export const guestConsole =
  'const prints = []; const console = { log: (...values) => { prints.push(values.join(" ")); } };';

/** True if the program prints. */
export function prints({ programs: { javascript } }: Workload): boolean {
  return javascript.includes("console.");
}
