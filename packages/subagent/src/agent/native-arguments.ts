// The arguments of a call that a model made itself, as a tool is given them: what a program's map
// with the same fields arrives as, so that both ways to call a tool mean the same call.

import { visibleLine } from "@ptc/core/internal/printing";
import {
  DataDepthError,
  HostKeyError,
  WorkLimitError,
  fromHost,
  toHost,
  workBudget,
} from "@ptc/core/values";
import { hostFieldName } from "@ptc/core/internal/values";
import type { ToolArguments } from "@ptc/core/contracts";
import { WrongArguments } from "./wrong-arguments.ts";

/** Elements; a model does not write more. */
const mostElements = 1_000_000;

/**
 * Numbers are those of JSON: `1.0` and `1` are one number, as they are where a program writes them;
 * `-0` is another one than `0`; what JSON cannot say exactly is the double next to it.
 * @throws WrongArguments for what is no object, is nested too deep or too large, or has two names
 * that are one to a tool, such as `due-date` and `due_date`
 */
export function nativeArguments(input: unknown): ToolArguments {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new WrongArguments(`expected an object of named arguments, got ${shown(input)}`);
  try {
    return toHost(fromHost(input), {
      fieldName: hostFieldName,
      meter: workBudget("reading the arguments", mostElements),
    }) as ToolArguments;
  } catch (error) {
    if (
      error instanceof DataDepthError ||
      error instanceof WorkLimitError ||
      error instanceof HostKeyError
    )
      throw new WrongArguments(error.message);
    throw error;
  }
}

function shown(input: unknown): string {
  if (Array.isArray(input)) return "a list";
  if (typeof input === "string") return JSON.stringify(visibleLine(input.slice(0, 40)));
  return String(input);
}
