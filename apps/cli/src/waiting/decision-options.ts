// Decisions from the options of `ptc resume`.

import { oneLine } from "@ptc/core/internal/errors";
import { answer, approve, deny, type Decision, type PendingCall } from "@ptc/subagent";
import { UsageError } from "../terminal/usage-error.ts";
import { argumentsOf, resultOf } from "./ask-decisions.ts";

/** The values of the options, in the order of the command line. */
export interface DecisionOptions {
  readonly approve: readonly string[];
  readonly deny: readonly string[];
  readonly edit: readonly string[];
  readonly answer: readonly string[];
}

/** The word that names all calls without a decision of their own. */
const everyCall = "all";

/** Returns the decisions by the ids of calls. @throws UsageError */
export function decisionsOf(
  pending: readonly PendingCall[],
  options: DecisionOptions,
): ReadonlyMap<string, Decision> {
  const decisions = new Map<string, Decision>();
  const forAll: Decision[] = [];
  const decide = (option: string, call: string, decision: Decision): void => {
    if (call === everyCall) {
      forAll.push(decision);
      return;
    }
    if (decisions.has(call))
      throw new UsageError(`--${option}: there are two decisions about ${oneLine(call, 200)}`);
    decisions.set(call, decision);
  };
  for (const text of options.approve) decide("approve", onlyCall(text, pending), approve());
  for (const text of options.deny) {
    const { call, value } = named("deny", text, pending);
    decide("deny", call, value === undefined ? deny() : deny(value));
  }
  for (const text of options.edit) {
    const { call, value } = named("edit", text, pending);
    const read = value === undefined ? missing("edit", "ID=JSON", text) : argumentsOf(value);
    if (typeof read === "string") throw new UsageError(`--edit ${oneLine(text, 200)}: ${read}`);
    if (call === everyCall) throw new UsageError("--edit needs the id of one call");
    decide("edit", call, approve({ arguments: read }));
  }
  for (const text of options.answer) {
    const { call, value } = named("answer", text, pending);
    const given = value ?? missing("answer", "ID=JSON", text);
    if (call === everyCall) throw new UsageError("--answer needs the id of one call");
    decide("answer", call, answer(resultOf(given)));
  }
  const [decision, ...more] = forAll;
  if (more.length > 0) throw new UsageError("there are two decisions about all calls");
  if (decision !== undefined)
    for (const { id } of pending) if (!decisions.has(id)) decisions.set(id, decision);
  return decisions;
}

function onlyCall(text: string, pending: readonly PendingCall[]): string {
  const { call, value } = named("approve", text, pending);
  if (value !== undefined)
    throw new UsageError(
      `--approve ${oneLine(text, 200)}: expected only an id (change arguments with --edit ID=JSON)`,
    );
  return call;
}

/** Returns the named call and the text after `=`. @throws UsageError for an unknown id */
function named(
  option: string,
  text: string,
  pending: readonly PendingCall[],
): { readonly call: string; readonly value: string | undefined } {
  const ids = pending.map(({ id }) => id);
  // Ids of tasks may contain "=", so the longest id that fits is meant.
  const [name, call] =
    [...ids.map((id) => [id, id] as const), ...ids.map(shortName), [everyCall, everyCall] as const]
      .filter(([name]) => text === name || text.startsWith(`${name}=`))
      .sort(([left], [right]) => right.length - left.length)[0] ?? [];
  if (name === undefined || call === undefined)
    throw new UsageError(
      `--${option} ${oneLine(text, 200)}: no call with this id waits; pending: ${ids.map((id) => oneLine(id, 200)).join(", ")}`,
    );
  return { call, value: text === name ? undefined : text.slice(name.length + 1) };
}

/** An id without the run's own id. */
function shortName(id: string): readonly [string, string] {
  return [id.slice(id.indexOf("/") + 1), id];
}

/** @throws UsageError */
function missing(option: string, form: string, text: string): never {
  throw new UsageError(`--${option} ${oneLine(text, 200)}: expected ${form}`);
}
