// Reads and checks one line of a batch. Errors name the line and the field.

import { parseSignature, type SignatureSchema } from "@ptc/signature";
import { outputSchemaAs } from "@ptc/signature/internal";
import type { Tools } from "@ptc/core/contracts";
import { WorkLimitError } from "@ptc/core/values";
import { HostJsonError, fromHostJson } from "@ptc/core/internal/json";
import { isObject } from "@ptc/core/internal/host";
import { recordOf } from "@ptc/core/internal/values";
import { decodeUtf8, type Line } from "@ptc/core/internal/node";
import { parseJson } from "@ptc/subagent/internal/context";
import { batchTools } from "./batch-tools.ts";
import { holdsText } from "./memory-json.ts";
import { RequestError, kindOf } from "./request-error.ts";

export interface BatchRequest {
  /** The given id, or null if it is missing. */
  readonly id: unknown;
  readonly program: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly memory: Readonly<Record<string, unknown>>;
  readonly tools: Tools;
  /** Milliseconds. */
  readonly timeout: number | undefined;
  readonly returns: SignatureSchema | undefined;
}

export type ReadRequest =
  | { readonly ok: true; readonly request: BatchRequest }
  | { readonly ok: false; readonly id: unknown; readonly message: string };

/** The limit for a line of a batch. */
export const maximumLineBytes = 100_000_000;

/** Returns the request in a line, or `undefined` for a blank line. */
export function readRequest(line: Line): ReadRequest | undefined {
  const failed = (id: unknown, message: string): ReadRequest => ({
    ok: false,
    id,
    message: `line ${String(line.number)}: ${message}`,
  });
  if (line.bytes === undefined)
    return failed(null, `longer than ${String(maximumLineBytes)} bytes`);
  const decoded = decodeUtf8(line.bytes);
  if (!decoded.ok) return failed(null, decoded.message.replace(" in line 1,", ""));
  if (decoded.text.trim() === "") return undefined;
  const json = parseJson(decoded.text);
  if (!json.ok) return failed(null, json.message.replace("line 1, ", ""));
  if (!isObject(json.value))
    return failed(null, `expected a JSON object, got ${kindOf(json.value)}`);
  const fields = new Map(Object.entries(json.value));
  const id = fields.get("id") ?? null;
  try {
    return { ok: true, request: requestOf(id, fields) };
  } catch (error) {
    if (error instanceof RequestError) return failed(id, error.message);
    throw error;
  }
}

function requestOf(id: unknown, fields: ReadonlyMap<string, unknown>): BatchRequest {
  const program = fields.get("program");
  if (typeof program !== "string")
    throw new RequestError(`program: expected a string, got ${kindOf(program)}`);
  return {
    id,
    program,
    context: objectField(fields, "context"),
    memory: memoryOf(objectField(fields, "memory")),
    tools: batchTools(fields.get("tools") ?? []),
    timeout: timeoutOf(fields.get("timeout") ?? undefined),
    returns: returnsOf(fields.get("signature") ?? undefined),
  };
}

/** Omits names whose values an earlier line could only write as text. */
function memoryOf(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    const readable = Object.entries(json).filter(([, value]) => !holdsText(value));
    return fromHostJson(recordOf(readable)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof HostJsonError || error instanceof WorkLimitError)
      throw new RequestError(`memory: ${error.message}`);
    throw error;
  }
}

function objectField(
  fields: ReadonlyMap<string, unknown>,
  name: string,
): Readonly<Record<string, unknown>> {
  const value = fields.get(name) ?? {};
  if (!isObject(value)) throw new RequestError(`${name}: expected an object, got ${kindOf(value)}`);
  return value;
}

function timeoutOf(value: unknown): number | undefined {
  if (value === undefined || (typeof value === "number" && value > 0)) return value;
  throw new RequestError(
    `timeout: expected a positive number of milliseconds, got ${typeof value === "number" ? String(value) : kindOf(value)}`,
  );
}

function returnsOf(value: unknown): SignatureSchema | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string")
    throw new RequestError(`signature: expected a string, got ${kindOf(value)}`);
  const parsed = parseSignature(value);
  if (!parsed.ok) throw new RequestError(`signature: ${parsed.error.message}`);
  return outputSchemaAs(parsed.signature, { takesBigints: true });
}
