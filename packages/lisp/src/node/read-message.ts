// Reads messages of a process. They are untrusted, because a program may have taken over its
// process. Checks and copies every field: a missing field is an error, and an unknown one is
// dropped. Encoded values are checked when they are decoded.

import type { AddressPart, ParallelCallRecord } from "@ptc/core/contracts";
import { byCounter, usageOf } from "@ptc/core/internal/contracts";
import { MessageError } from "./message-error.ts";
import type {
  ChildMessage,
  ReadMessage,
  ToolCallMessage,
  WrittenDetails,
  WrittenFail,
  WrittenFailure,
  WrittenStep,
  WrittenSuccess,
} from "./messages.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns a checked message, including the parts sent before it. @throws MessageError */
export function readMessage(json: unknown, parts: readonly Buffer[]): ChildMessage {
  const message = fields(json);
  const read = readers.get(string(message["type"]));
  if (read === undefined) throw new MessageError("an unknown message");
  return read(message, parts);
}

type Parts = readonly Buffer[];

/** One reader for each type of message. */
const readers: ReadonlyMap<string, (message: Fields, parts: Parts) => ChildMessage> = new Map<
  string,
  (message: Fields, parts: Parts) => ChildMessage
>([
  ["ready", ({ isCodeRejected }) => ({ type: "ready", isCodeRejected: isCodeRejected === true })],
  ["pong", () => ({ type: "pong" })],
  ["begun", ({ run }) => ({ type: "begun", run: count(run) })],
  ["tool-call", readToolCall],
  [
    "task",
    ({ run, id, recorded, result }, parts) => ({
      type: "task",
      run: count(run),
      id: string(id),
      recorded: boolean(recorded),
      ...(boolean(recorded) ? { result: part(result, parts) } : {}),
    }),
  ],
  ["read", readReadings],
  [
    "pause",
    ({ run, pause, at, milliseconds }) => ({
      type: "pause",
      run: count(run),
      pause: count(pause),
      at: string(at),
      milliseconds: number(milliseconds),
    }),
  ],
  ["quiet", ({ run, answers }) => ({ type: "quiet", run: count(run), answers: count(answers) })],
  ["ended", ({ run }) => ({ type: "ended", run: count(run) })],
  [
    "step",
    ({ run, step }, parts) => ({
      type: "step",
      run: count(run),
      step: readStep(fields(step), parts),
    }),
  ],
]);

function readToolCall({ run, call, name, address, args }: Fields, parts: Parts): ToolCallMessage {
  const { path, ordinal } = fields(address);
  return {
    type: "tool-call",
    run: count(run),
    call: count(call),
    name: string(name),
    address: { path: list(path, addressPart), ordinal: count(ordinal) },
    args: part(args, parts),
  };
}

function readReadings({ run, times, forks, hidden, hidesAll }: Fields): ReadMessage {
  return {
    type: "read",
    run: count(run),
    times: list(times, (item) => {
      const [address, now] = list(item, same);
      return [string(address), number(now)];
    }),
    forks: list(forks, (item) => {
      const [address, timestamp, durationMs] = list(item, same);
      return [string(address), number(timestamp), number(durationMs)];
    }),
    hidden: list(hidden, string),
    hidesAll: boolean(hidesAll),
  };
}

function same(value: unknown): unknown {
  return value;
}

function addressPart(value: unknown): AddressPart {
  const { fork, branch, sequence, restored, task, reset } = fields(value);
  if (sequence !== undefined) return { sequence: count(sequence) };
  if (restored !== undefined) return { restored: count(restored) };
  if (task !== undefined) return { task: string(task), ...optional("reset", reset, count) };
  return { fork: count(fork), branch: count(branch) };
}

function readStep(
  { outcome, prints, toolCalls, parallelCalls, usage, warnings, libraries }: Fields,
  parts: Parts,
): WrittenStep {
  const used = fields(usage);
  return {
    outcome: readOutcome(fields(outcome), parts),
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
    libraries: list(libraries, string),
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

function readOutcome(outcome: Fields, parts: Parts): WrittenSuccess | WrittenFailure {
  if (!boolean(outcome["ok"])) return { ok: false, fail: readFail(outcome["fail"], parts, 0) };
  const value = (json: unknown): Buffer => part(json, parts);
  const { changed, removed, unkept, mayAwait } = fields(outcome["memory"]);
  return {
    ok: true,
    endedBy: outcome["endedBy"] === "return" ? "return" : "value",
    ...optional("value", outcome["value"], value),
    ...optional("returned", outcome["returned"], value),
    ...optional("unreturnable", outcome["unreturnable"], (fail) => readFail(fail, parts, 0)),
    memory: {
      changed: list(changed, (item) => pair(item, value)),
      removed: list(removed, string),
      unkept: list(unkept, (item) => pair(item, string)),
      mayAwait: boolean(mayAwait),
    },
    holdsFunctions: boolean(outcome["holdsFunctions"]),
    summaries: list(outcome["summaries"], (item) => pair(item, string)),
  };
}

/**
 * Maximum nesting of fails. Valid fails don't nest deeper, because mistakes found together are in
 * one list.
 */
const deepestFail = 2;

function readFail(value: unknown, parts: Parts, depth: number): WrittenFail {
  if (depth > deepestFail) throw new MessageError("failures nested too deep");
  const { reason, message, op, details } = fields(value);
  return {
    reason: string(reason),
    message: string(message),
    ...optional("op", op, string),
    ...optional("details", details, (given) => readDetails(fields(given), parts, depth)),
  };
}

function readDetails(
  { kind, position, excerpt, hint, limit, errors, omitted, data }: Fields,
  parts: Parts,
  depth: number,
): WrittenDetails {
  return {
    ...optional("kind", kind, string),
    ...optional("position", position, readPosition),
    ...optional("excerpt", excerpt, string),
    ...optional("hint", hint, string),
    ...optional("limit", limit, readLimit),
    ...optional("errors", errors, (given) =>
      list(given, (error) => readFail(error, parts, depth + 1)),
    ),
    ...optional("omitted", omitted, count),
    ...optional("data", data, (given) => part(given, parts)),
  };
}

function readPosition(value: unknown): NonNullable<WrittenDetails["position"]> {
  const { offset, line, column, file } = fields(value);
  return {
    offset: count(offset),
    line: count(line),
    column: count(column),
    ...optional("file", file, string),
  };
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
  // TypeScript widens a computed key to string; this one is `name`.
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

/** Reads an amount. It is NaN if there is no limit, which JSON writes as null. */
function amount(value: unknown): number {
  return value === null ? NaN : number(value);
}

function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new MessageError("expected a count");
  return value as number;
}

/** Returns the part with this number. */
function part(index: unknown, parts: Parts): Buffer {
  const bytes = parts[count(index)];
  if (bytes === undefined) throw new MessageError("expected a value");
  return bytes;
}
