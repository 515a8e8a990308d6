// Reads a step from JSON. The JSON is untrusted: its shape is checked against the schema and every
// value against the encoding, and errors name the location.

import type { HiddenParts } from "@ptc/core/firewall";
import type { CallDecision, Fail, FailDetails, ToolCallRecord } from "@ptc/core/contracts";
import { issueText } from "@ptc/core/internal/errors";
import { DecodingError } from "@ptc/core/decoding";
import { recordOf } from "@ptc/core/internal/values";
import { Memory, decodeMemory } from "@ptc/lisp";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { ChildStep, MissionStep, SuccessfulMission, Turn } from "../step/step.ts";
import type { StepMessage } from "../step/step-message.ts";
import { isFields, isJson, decodedValue } from "@ptc/core/internal/stored";
import { filesOf, type FilesByDigest } from "./file-table.ts";
import { messageOf } from "./message-json.ts";
import type { MessageJson } from "./message-schema.ts";
import { stepSchema, type FailJson, type StepJson } from "./step-schema.ts";

/** The result of `stepFromJson`: the step, or the problem with the JSON. */
export type StepFromJsonResult =
  | { readonly ok: true; readonly step: MissionStep; readonly message?: undefined }
  /** The location and the reason, such as `turns[0].toolCalls[2].args: unknown tag "$what"`. */
  | { readonly ok: false; readonly message: string };

/**
 * Reads a step that `stepToJson` wrote. Functions in its memory can be called again. Never
 * rejects.
 */
export async function stepFromJson(json: unknown): Promise<StepFromJsonResult> {
  try {
    return { ok: true, step: await checkedStep(json, { depth: 0, files: new Map() }) };
  } catch (error) {
    if (error instanceof DecodingError) return refused(error.message);
    // A RangeError means data nested deeper than the host's stack allows. Other errors come from
    // accessors and proxies that throw.
    return refused(error instanceof RangeError ? "it is nested too deep" : "it cannot be read");
  }
}

function refused(message: string): StepFromJsonResult {
  return { ok: false, message: `the JSON is not a step: ${message}` };
}

/** The maximum nesting depth of child steps. */
const deepestStep = 100;

/** The depth of a step, and the files of the steps around it. */
interface Surroundings {
  readonly depth: number;
  readonly files: FilesByDigest;
}

/** @throws DecodingError */
async function checkedStep(
  json: unknown,
  { depth, files: above }: Surroundings,
): Promise<MissionStep> {
  if (depth > deepestStep) throw new DecodingError("", "it is nested too deep");
  const checked = stepSchema.safeParse(json);
  if (!checked.success)
    throw new DecodingError("", checked.error.issues.map(issueText)[0] ?? "it is not a step");
  const { files: own } = checked.data;
  const files = own === undefined ? above : new Map([...above, ...filesOf(own)]);
  return await stepOf(checked.data, { depth, files });
}

async function stepOf(json: StepJson, surroundings: Surroundings): Promise<MissionStep> {
  const common = await commonOf(json, surroundings);
  if (json.ok)
    return {
      ...common,
      ok: true,
      return: decodedValue(json.return, "return"),
      // The JSON may be changed: positions that don't fit hide all texts of the answer.
      ...(json.firewalled === undefined ? {} : { firewalled: json.firewalled as HiddenParts }),
      usage: json.usage,
      ...(json.partial === undefined ? {} : { partial: failOf(json.partial, "partial") }),
    };
  const failed = {
    ...common,
    ok: false as const,
    fail: failOf(json.fail, "fail"),
    ...(json.usage === undefined ? {} : { usage: json.usage }),
  };
  const { status, pending, checkpoint } = json;
  if (status === undefined) return failed;
  if (pending === undefined || checkpoint === undefined)
    throw new DecodingError(pending === undefined ? "pending" : "checkpoint", "it is missing");
  // `resume` checks the checkpoint.
  return { ...failed, status, pending, checkpoint: checkpoint as unknown as MissionCheckpoint };
}

async function commonOf(
  json: StepJson,
  { depth, files }: Surroundings,
): Promise<Omit<SuccessfulMission, "ok" | "return" | "usage">> {
  const {
    prints,
    parallelCalls,
    traceId,
    parentTraceId,
    childSteps,
    childTraces,
    prompt,
    originalPrompt,
    signature,
    tools,
    fieldDescriptions,
    messages,
    journal,
    warnings,
  } = json;
  return {
    memory: await memoryOf(json.memory, "memory"),
    turns: await turnsOf(json.turns, files),
    prints,
    toolCalls: json.toolCalls.map((call, index) => toolCallOf(call, `toolCalls[${String(index)}]`)),
    parallelCalls,
    toolCache: record(json.toolCache, (value, name) => decodedValue(value, `toolCache.${name}`)),
    summaries: record(json.summaries, asItIs),
    traceId,
    ...(parentTraceId === undefined ? {} : { parentTraceId }),
    ...(childSteps === undefined
      ? {}
      : { childSteps: await childStepsOf(childSteps, { depth: depth + 1, files }) }),
    ...(childTraces === undefined ? {} : { childTraces }),
    originalPrompt,
    ...(prompt === undefined ? {} : { prompt }),
    ...(signature === undefined ? {} : { signature }),
    ...(tools === undefined ? {} : { tools: record(tools, asItIs) }),
    ...(fieldDescriptions === undefined
      ? {}
      : { fieldDescriptions: record(fieldDescriptions, asItIs) }),
    ...(messages === undefined ? {} : { messages: messagesOf(messages, "messages", files) }),
    ...(journal === undefined ? {} : { journal: record(journal, journalEntry) }),
    ...(warnings === undefined ? {} : { warnings }),
  };
}

async function childStepsOf(
  steps: NonNullable<StepJson["childSteps"]>,
  surroundings: Surroundings,
): Promise<ChildStep[]> {
  const read: ChildStep[] = [];
  for (const [index, { step, ...child }] of steps.entries())
    try {
      read.push({ ...child, step: await checkedStep(step, surroundings) });
    } catch (error) {
      if (!(error instanceof DecodingError)) throw error;
      throw new DecodingError(`childSteps[${String(index)}].step`, error.message);
    }
  return read;
}

async function turnsOf(turns: StepJson["turns"], files: FilesByDigest): Promise<Turn[]> {
  const read: Turn[] = [];
  for (const [index, { result, fail, toolCalls, memory, messages, ...turn }] of turns.entries()) {
    const path = `turns[${String(index)}]`;
    read.push({
      ...turn,
      ...(result === undefined ? {} : { result: decodedValue(result, `${path}.result`) }),
      ...(fail === undefined ? {} : { fail: failOf(fail, `${path}.fail`) }),
      toolCalls: toolCalls.map((call, number) =>
        toolCallOf(call, `${path}.toolCalls[${String(number)}]`),
      ),
      ...(messages === undefined
        ? {}
        : { messages: messagesOf(messages, `${path}.messages`, files) }),
      memory:
        memory === undefined
          ? (read.at(-1)?.memory ?? Memory.empty)
          : await memoryOf(memory, `${path}.memory`),
    });
  }
  return read;
}

function messagesOf(
  messages: readonly MessageJson[],
  path: string,
  files: FilesByDigest,
): StepMessage[] {
  return messages.map((message, index) => messageOf(message, `${path}[${String(index)}]`, files));
}

function toolCallOf(
  { args, result, decision, ...call }: StepJson["toolCalls"][number],
  path: string,
): ToolCallRecord {
  return {
    ...call,
    args: argumentsOf(args, `${path}.args`),
    ...(decision === undefined ? {} : { decision: decisionOf(decision, `${path}.decision`) }),
    ...(result === undefined ? {} : { result: decodedValue(result, `${path}.result`) }),
  };
}

function argumentsOf(json: unknown, path: string): Readonly<Record<string, unknown>> {
  const read = decodedValue(json, path);
  if (!isFields(read)) throw new DecodingError(path, "expected an object");
  return read;
}

function decisionOf(
  { decision, arguments: edited }: NonNullable<StepJson["toolCalls"][number]["decision"]>,
  path: string,
): CallDecision {
  return edited === undefined
    ? { decision }
    : { decision, arguments: argumentsOf(edited, `${path}.arguments`) };
}

function failOf({ details, ...fail }: FailJson, path: string): Fail {
  if (details === undefined) return fail;
  const { data, errors, ...rest } = details;
  const read: FailDetails = {
    ...rest,
    ...(errors === undefined
      ? {}
      : {
          errors: errors.map((error, index) =>
            failOf(error, `${path}.details.errors[${String(index)}]`),
          ),
        }),
    ...(data === undefined ? {} : { data: decodedValue(data, `${path}.details.data`) }),
  };
  return { ...fail, details: read };
}

async function memoryOf(json: Readonly<Record<string, unknown>>, path: string): Promise<Memory> {
  try {
    return await decodeMemory(json);
  } catch (error) {
    throw error instanceof DecodingError ? new DecodingError(path, error.message) : error;
  }
}

function journalEntry(entry: unknown, id: string): unknown {
  if (!isJson(entry)) throw new DecodingError(`journal.${id}`, "expected JSON");
  return entry;
}

function asItIs<Item>(item: Item): Item {
  return item;
}

function record<Written, Item>(
  pairs: readonly (readonly [string, Written])[],
  read: (written: Written, name: string) => Item,
): Record<string, Item> {
  return recordOf(pairs.map(([name, written]): [string, Item] => [name, read(written, name)]));
}
