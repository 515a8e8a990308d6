// Reads messages of a process. They are not trusted, because a program may have taken over its
// process and then says anything. Every field is checked and copied, a missing one is an error, an
// unknown one is dropped. Encoded values are checked where they are decoded.

import { byCounter, usageOf, type AddressPart, type ParallelCallRecord } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import type {
  ChildMessage,
  ToolCallMessage,
  WrittenDetails,
  WrittenFail,
  WrittenFailure,
  WrittenStep,
  WrittenSuccess,
} from "./messages.ts";

/** Thrown for a message that is not valid. */
export class MessageError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "MessageError";
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** @throws MessageError, SyntaxError */
export function readMessage(text: string): ChildMessage {
  const message = fields(JSON.parse(text));
  const type = string(message["type"]);
  const read = readers.get(type);
  if (read === undefined) throw new MessageError("an unknown message");
  return read(message);
}

/** One line for each message. */
const readers: ReadonlyMap<string, (message: Fields) => ChildMessage> = new Map<
  string,
  (message: Fields) => ChildMessage
>([
  ["ready", () => ({ type: "ready" })],
  ["pong", () => ({ type: "pong" })],
  ["begun", ({ run }) => ({ type: "begun", run: count(run) })],
  ["tool-call", readToolCall],
  [
    "task",
    ({ run, id, recorded, result }) => ({
      type: "task",
      run: count(run),
      id: string(id),
      recorded: boolean(recorded),
      result: json(result),
    }),
  ],
  ["ended", ({ run }) => ({ type: "ended", run: count(run) })],
  ["step", ({ run, step }) => ({ type: "step", run: count(run), step: readStep(fields(step)) })],
]);

function readToolCall({ run, call, name, address, args }: Fields): ToolCallMessage {
  const { path, ordinal } = fields(address);
  return {
    type: "tool-call",
    run: count(run),
    call: count(call),
    name: string(name),
    address: { path: list(path, addressPart), ordinal: count(ordinal) },
    args: json(args),
  };
}

function addressPart(value: unknown): AddressPart {
  const { fork, branch, sequence, task, reset } = fields(value);
  if (sequence !== undefined) return { sequence: count(sequence) };
  if (task !== undefined) return { task: string(task), ...optional("reset", reset, count) };
  return { fork: count(fork), branch: count(branch) };
}

function readStep({
  outcome,
  prints,
  toolCalls,
  parallelCalls,
  usage,
  warnings,
}: Fields): WrittenStep {
  const used = fields(usage);
  return {
    outcome: readOutcome(fields(outcome)),
    prints: list(prints, string),
    toolCalls: list(toolCalls, (item) => {
      const { call, error } = fields(item);
      return { call: count(call), ...optional("error", error, string) };
    }),
    parallelCalls: list(parallelCalls, (item) => readParallelCall(fields(item))),
    usage: usageOf(
      amount(used["durationMs"]),
      byCounter((counter) => amount(used[counter])),
    ),
    warnings: list(warnings, string),
  };
}

function readParallelCall({
  type,
  count: branches,
  successCount,
  errorCount,
  timestamp,
  durationMs,
}: Fields): ParallelCallRecord {
  return {
    type: type === "pcalls" ? "pcalls" : "pmap",
    count: count(branches),
    successCount: count(successCount),
    errorCount: count(errorCount),
    timestamp: number(timestamp),
    durationMs: number(durationMs),
  };
}

function readOutcome(outcome: Fields): WrittenSuccess | WrittenFailure {
  if (!boolean(outcome["ok"])) return { ok: false, fail: readFail(outcome["fail"], 0) };
  const { changed, removed, mayAwait } = fields(outcome["memory"]);
  return {
    ok: true,
    endedBy: outcome["endedBy"] === "return" ? "return" : "value",
    ...optional("value", outcome["value"], json),
    ...optional("returned", outcome["returned"], json),
    memory: {
      changed: list(changed, (item) => pair(item, json)),
      removed: list(removed, string),
      mayAwait: boolean(mayAwait),
    },
    holdsFunctions: boolean(outcome["holdsFunctions"]),
    summaries: list(outcome["summaries"], (item) => pair(item, string)),
  };
}

/**
 * Mistakes that are found together stand in one list, so valid fails are not nested deeper than
 * this.
 */
const deepestFail = 2;

function readFail(value: unknown, depth: number): WrittenFail {
  if (depth > deepestFail) throw new MessageError("fails nested too deep");
  const { reason, message, op, details } = fields(value);
  return {
    reason: string(reason),
    message: string(message),
    ...optional("op", op, string),
    ...optional("details", details, (given) => readDetails(fields(given), depth)),
  };
}

function readDetails(
  { kind, position, excerpt, hint, limit, errors, omitted, data }: Fields,
  depth: number,
): WrittenDetails {
  return {
    ...optional("kind", kind, string),
    ...optional("position", position, readPosition),
    ...optional("excerpt", excerpt, string),
    ...optional("hint", hint, string),
    ...optional("limit", limit, readLimit),
    ...optional("errors", errors, (given) => list(given, (error) => readFail(error, depth + 1))),
    ...optional("omitted", omitted, count),
    ...optional("data", data, json),
  };
}

function readPosition(value: unknown): NonNullable<WrittenDetails["position"]> {
  const { offset, line, column } = fields(value);
  return { offset: count(offset), line: count(line), column: count(column) };
}

function readLimit(value: unknown): NonNullable<WrittenDetails["limit"]> {
  const { option, value: limit, unit } = fields(value);
  return { option: string(option), value: number(limit), unit: string(unit) };
}

function optional<Name extends string, Item>(
  name: Name,
  value: unknown,
  read: (value: unknown) => Item,
): { readonly [Key in Name]?: Item } {
  // TypeScript takes a computed key for any string; this one is `name`.
  return value === undefined ? {} : ({ [name]: read(value) } as { readonly [Key in Name]?: Item });
}

function fields(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new MessageError("expected an object");
  return value as Fields;
}

function list<Item>(value: unknown, read: (item: unknown) => Item): readonly Item[] {
  if (!Array.isArray(value)) throw new MessageError("expected a list");
  return value.map(read);
}

function pair<Item>(value: unknown, read: (item: unknown) => Item): readonly [string, Item] {
  if (!Array.isArray(value) || value.length !== 2) throw new MessageError("expected a pair");
  return [string(value[0]), read(value[1])];
}

function string(value: unknown): string {
  if (typeof value !== "string") throw new MessageError("expected text");
  return value;
}

function boolean(value: unknown): boolean {
  if (typeof value !== "boolean") throw new MessageError("expected true or false");
  return value;
}

function number(value: unknown): number {
  if (typeof value !== "number") throw new MessageError("expected a number");
  return value;
}

/** Where there is no limit the amount is NaN, which JSON writes as null. */
function amount(value: unknown): number {
  return value === null ? NaN : number(value);
}

function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new MessageError("expected a count");
  return value as number;
}

/** The message was just parsed from JSON, so a value can only be missing. */
function json(value: unknown): Json {
  if (value === undefined) throw new MessageError("expected a value");
  return value as Json;
}
