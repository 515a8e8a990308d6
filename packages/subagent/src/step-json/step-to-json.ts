// Writes a step as JSON, for a file or a database. `stepFromJson` reads it.

import type {
  CallDecision,
  EffectAddress,
  Fail,
  ParallelCallRecord,
  ToolCallRecord,
} from "@ptc/core/contracts";
import type { Memory } from "@ptc/lisp";
import type { ChildStep, MissionStep, Turn, WaitingMission } from "../step/step.ts";
import type { StepMessage } from "../step/step-message.ts";
import { FileTable } from "./file-table.ts";
import { isJson, storableValue } from "@ptc/core/internal/stored";
import { messageJson } from "./message-json.ts";
import { stepFormat, stepVersion } from "./step-format.ts";
import type { FailJson, StepJson } from "./step-schema.ts";

type TurnJson = StepJson["turns"][number];
type ToolCallJson = StepJson["toolCalls"][number];
type WaitingJson = Pick<StepJson & { readonly ok: false }, "status" | "pending" | "checkpoint">;
type ChildStepJson = NonNullable<StepJson["childSteps"]>[number];

/**
 * Returns plain JSON with all of a step, including firewalled fields. Dates, large integers, Sets,
 * Maps and functions that programs defined are read back unchanged. Functions and class instances
 * of the host are read back as programs would see them. The JSON contains the bytes of each file
 * in the messages once, in base64.
 */
export function stepToJson(step: MissionStep): StepJson {
  const table = new FileTable();
  const json = stepJson(step, table);
  const files = table.json;
  return files.length === 0 ? json : { ...json, files };
}

/** Returns the same without the bytes of files, which are identified by their digests. */
export function stepWithoutFiles(step: MissionStep): StepJson {
  return stepJson(step, undefined);
}

function stepJson(step: MissionStep, files: FileTable | undefined): StepJson {
  const common = commonJson(step, files);
  return step.ok
    ? {
        ...common,
        ok: true,
        return: storableValue(step.return),
        ...(step.firewalled === undefined ? {} : { firewalled: step.firewalled }),
        usage: step.usage,
        ...(step.partial === undefined ? {} : { partial: failJson(step.partial) }),
      }
    : {
        ...common,
        ok: false,
        fail: failJson(step.fail),
        ...(step.usage === undefined ? {} : { usage: step.usage }),
        ...(step.status === undefined ? {} : waitingJson(step)),
      };
}

function waitingJson({ status, pending, checkpoint }: WaitingMission): WaitingJson {
  return {
    status,
    pending: pending.map((call) => ({ ...call, address: addressJson(call.address) })),
    checkpoint: { ...checkpoint },
  };
}

function commonJson(
  step: MissionStep,
  files: FileTable | undefined,
): Omit<StepJson, "ok" | "return" | "fail" | "usage"> {
  const { prompt, signature, tools, fieldDescriptions, messages, journal, warnings } = step;
  return {
    format: stepFormat,
    version: stepVersion,
    memory: step.memory.toJSON(),
    turns: step.turns.map((turn, index) => turnJson(turn, step.turns[index - 1], files)),
    prints: [...step.prints],
    toolCalls: step.toolCalls.map(toolCallJson),
    parallelCalls: step.parallelCalls.map(parallelCallJson),
    toolCache: named(step.toolCache, storableValue),
    summaries: named(step.summaries, asItIs),
    traceId: step.traceId,
    ...(step.parentTraceId === undefined ? {} : { parentTraceId: step.parentTraceId }),
    ...(step.childSteps === undefined
      ? {}
      : { childSteps: step.childSteps.map((child) => childStepJson(child, files)) }),
    ...(step.childTraces === undefined ? {} : { childTraces: [...step.childTraces] }),
    originalPrompt: step.originalPrompt,
    ...(prompt === undefined ? {} : { prompt }),
    ...(signature === undefined ? {} : { signature }),
    ...(tools === undefined ? {} : { tools: named(tools, asItIs) }),
    ...(fieldDescriptions === undefined
      ? {}
      : { fieldDescriptions: named(fieldDescriptions, asItIs) }),
    ...(messages === undefined ? {} : { messages: messagesJson(messages, files) }),
    ...(journal === undefined ? {} : { journal: named(journal, journalEntry) }),
    ...(warnings === undefined ? {} : { warnings: [...warnings] }),
  };
}

function turnJson(
  { number, rawResponse, program, ok, result, fail, prints, toolCalls, memory, messages }: Turn,
  before: Turn | undefined,
  files: FileTable | undefined,
): TurnJson {
  return {
    number,
    rawResponse,
    ok,
    ...(program === undefined ? {} : { program }),
    ...(result === undefined ? {} : { result: storableValue(result) }),
    ...(fail === undefined ? {} : { fail: failJson(fail) }),
    prints: [...prints],
    toolCalls: toolCalls.map(toolCallJson),
    ...(before !== undefined && holdsTheSame(before.memory, memory)
      ? {}
      : { memory: memory.toJSON() }),
    ...(messages === undefined ? {} : { messages: messagesJson(messages, files) }),
  };
}

export function toolCallJson({
  args,
  result,
  address,
  childTraceIds,
  decision,
  ...call
}: ToolCallRecord): ToolCallJson {
  return {
    ...call,
    ...(decision === undefined ? {} : { decision: decisionJson(decision) }),
    args: storableValue(args),
    ...(result === undefined ? {} : { result: storableValue(result) }),
    ...(childTraceIds === undefined ? {} : { childTraceIds: [...childTraceIds] }),
    ...(decision === undefined ? {} : { decision: decisionJson(decision) }),
    address: addressJson(address),
  };
}

function decisionJson({
  decision,
  arguments: edited,
}: CallDecision): NonNullable<ToolCallJson["decision"]> {
  return { decision, ...(edited === undefined ? {} : { arguments: storableValue(edited) }) };
}

function parallelCallJson({
  childTraceIds,
  ...call
}: ParallelCallRecord): StepJson["parallelCalls"][number] {
  return {
    ...call,
    ...(childTraceIds === undefined ? {} : { childTraceIds: [...childTraceIds] }),
  };
}

function childStepJson(
  { tool, address, step }: ChildStep,
  files: FileTable | undefined,
): ChildStepJson {
  return { tool, address: addressJson(address), step: stepJson(step, files) };
}

function messagesJson(
  messages: readonly StepMessage[],
  files: FileTable | undefined,
): TurnJson["messages"] & object {
  return messages.map((message) => messageJson(message, files));
}

function addressJson(address: EffectAddress): ToolCallJson["address"] {
  return { ...address, path: [...address.path] };
}

function failJson({ details, ...fail }: Fail): FailJson {
  if (details === undefined) return fail;
  const { data, errors, ...rest } = details;
  return {
    ...fail,
    details: {
      ...rest,
      ...(errors === undefined ? {} : { errors: errors.map(failJson) }),
      ...(data === undefined ? {} : { data: storableValue(data) }),
    },
  };
}

function holdsTheSame(before: Memory, memory: Memory): boolean {
  return (
    before === memory ||
    (before.size === memory.size &&
      [...memory.entries()].every(([name, value]) => before.get(name) === value))
  );
}

/**
 * Encodes values that the application wrote as plain data. Other entries of a journal are already
 * encoded.
 */
function journalEntry(entry: unknown): unknown {
  return isJson(entry) ? entry : storableValue(entry);
}

function asItIs<Item>(item: Item): Item {
  return item;
}

function named<Item, Written>(
  record: Readonly<Record<string, Item>>,
  write: (item: Item) => Written,
): [string, Written][] {
  return Object.entries(record).map(([name, item]) => [name, write(item)]);
}
