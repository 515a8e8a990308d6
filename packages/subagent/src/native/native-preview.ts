// Previews a result that a model requested itself, if programs can read the whole. The preview
// shows metadata, the first rows, or the output of a host function, and always how to get the rest.

import { shortened } from "@ptc/core/internal/printing";
import type { NativeResult, ToolArguments } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { DataDepthError, WorkLimitError, type Value } from "@ptc/core/values";
import { HostCrossing, recordOf } from "@ptc/core/internal/values";
import { asDictionary } from "../shape/dictionary.ts";
import { conversionMeter } from "../shape/conversion-meter.ts";
import { describeKinds, shapeOf } from "../shape/describe-data.ts";
import { LookBudget } from "../shape/look-budget.ts";
import type { Shape } from "../shape/shape.ts";
import { cacheHint } from "./cache-hint.ts";
import { escapeEnvelopes } from "../preview/data-envelope.ts";
import { exactJsonNotation } from "../preview/json-notation.ts";
import type { Notation } from "../preview/notation.ts";
import { excerptOfAny } from "../preview/shown-value.ts";

/** A call whose result is previewed. */
export interface PreviewedCall {
  readonly tool: string;
  /** The arguments as they were passed to the tool. */
  readonly args: ToolArguments;
  readonly nativeResult: NativeResult | undefined;
}

export interface PreviewOptions {
  readonly firewall: Firewall;
  /** The maximum UTF-16 units of data in a preview. */
  readonly room: number;
  /** Called if a preview function of the host failed. */
  readonly warn: (warning: string) => void;
}

/** A preview. `fallback` means that the host function failed, and this is the metadata. */
export interface NativePreview {
  readonly status: "ok" | "fallback";
  /** JSON data, including `status`. */
  readonly preview: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

const usualRows = 20;
const mostNames = 20;
const roomOfSchema = 1_000;

/** Returns the preview of `answer`, with a hint how a program gets the whole. */
export function nativePreview(
  call: PreviewedCall,
  answer: unknown,
  options: PreviewOptions,
): NativePreview {
  const { preview = "metadata", limit = usualRows } = call.nativeResult ?? {};
  const made =
    typeof preview === "function" ? custom(call.tool, preview, answer, options) : undefined;
  const status = typeof preview === "function" && made === undefined ? "fallback" : "ok";
  const rows = preview === "rows" ? rowsOf(answer, limit, options) : {};
  return {
    status,
    preview: recordOf(
      Object.entries({
        ...(made ?? { ...metadata(answer, options), ...rows }),
        status,
        full_result_cached: true,
        cache_hint: cacheHint(call.tool, call.args, (hint) => {
          const json = JSON.stringify(hint);
          return escapeEnvelopes(json, options.firewall) === json;
        }),
      }),
    ),
  };
}

/** Returns the number of rows, their schema, and the names of their fields. */
function metadata(answer: unknown, { firewall }: PreviewOptions): Fields {
  const count = countOf(answer);
  const shape = shapeSeen(answer, firewall);
  return {
    ...(count === undefined ? {} : { result_count: count }),
    schema:
      shape === undefined
        ? "too large to describe"
        : masked(describeKinds(shape, roomOfSchema), firewall),
    ...sampleKeys(shape, firewall),
  };
}

function countOf(answer: unknown): number | undefined {
  if (Array.isArray(answer)) return answer.length;
  return answer instanceof Set || answer instanceof Map ? answer.size : undefined;
}

const valuesSeen = 20_000;
const mostConverted = 100_000;

/** Returns `undefined` if the result is too large or too deep to inspect. */
function shapeSeen(answer: unknown, firewall: Firewall): Shape | undefined {
  try {
    const value: Value = new HostCrossing(conversionMeter(mostConverted), firewall).fromHost(
      answer,
    );
    return shapeOf(value, firewall, new LookBudget(1, valuesSeen, 0));
  } catch (error) {
    if (error instanceof DataDepthError || error instanceof WorkLimitError) return undefined;
    throw error;
  }
}

/**
 * Returns the field names of a map, or of the maps in a list. Keys that are data are not field
 * names.
 */
function sampleKeys(shape: Shape | undefined, firewall: Firewall): Fields {
  const maps = shape?.maps ?? shape?.vectors?.element.maps;
  if (maps === undefined || maps.hasHiddenKeys || asDictionary(maps) !== undefined) return {};
  const names = [...maps.fields.keys()].map((name) => masked(name, firewall)).sort();
  return {
    sample_keys: names.slice(0, mostNames),
    ...(names.length > mostNames ? { truncated: true } : {}),
  };
}

function masked(text: string, firewall: Firewall): string {
  return firewall.maskValues(text);
}

const leastRoom = 200;

/** Returns the first rows of a list, without firewalled fields. Empty for other values. */
function rowsOf(answer: unknown, limit: number, { firewall, room }: PreviewOptions): Fields {
  if (!Array.isArray(answer)) return {};
  const shown = Math.min(limit, answer.length);
  const each = Math.max(leastRoom, Math.floor(room / Math.max(1, shown)));
  const rows: unknown[] = [];
  for (let left = room, index = 0; index < shown && left > 0; index++) {
    const { text } = shownJson(answer[index], Math.min(each, Math.max(leastRoom, left)), firewall);
    left -= text.length;
    rows.push(JSON.parse(text));
  }
  return { rows };
}

function shownJson(value: unknown, room: number, firewall: Firewall) {
  return excerptOfAny(value ?? null, rowNotation, { room, maximumItems: room, firewall });
}

/** The JSON is parsed again, so integers that would lose digits are written as strings. */
const rowNotation: Notation = {
  ...exactJsonNotation,
  leaf: (value, room) => {
    const text = exactJsonNotation.leaf(value, room);
    return typeof value === "bigint" && text !== undefined ? JSON.stringify(text) : text;
  },
};

/**
 * Returns the output of the host function. Undefined if the function fails or its output is
 * unusable.
 */
function custom(
  tool: string,
  make: (answer: never) => unknown,
  answer: unknown,
  { firewall, room, warn }: PreviewOptions,
): Fields | undefined {
  const failed = (category: string): Fields | undefined => {
    warn(`tool/${tool}: its preview function failed, the model sees the metadata: ${category}`);
    return undefined;
  };
  let made: unknown;
  try {
    made = make(copied(answer) as never);
    // The compiler accepts an async function. Nothing awaits its promise, so ignore a rejection.
    if (isThenable(made)) made.then(undefined, () => undefined);
    if (!isPlain(made)) return failed("not an object");
  } catch (error) {
    return failed(`raised (${messageOf(error)})`);
  }
  if (!isEncodable(made)) return failed("not encodable");
  const { text, isWhole } = shownJson(made, room, firewall);
  return isWhole
    ? (JSON.parse(text) as Fields)
    : failed(`not encodable (more than ${String(room)} characters)`);
}

/**
 * Returns a copy, so that a function that sorts in place does not change the result for programs.
 */
function copied(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null ? structuredClone(answer) : answer;
}

function isPlain(made: unknown): made is object {
  if (typeof made !== "object" || made === null || Array.isArray(made)) return false;
  const prototype: unknown = Object.getPrototypeOf(made);
  return prototype === null || prototype === Object.prototype;
}

/** True if JSON can write the object without loss. */
function isEncodable(made: object): boolean {
  try {
    JSON.stringify(made, (_name, value: unknown) => {
      const isOdd =
        typeof value === "function" ||
        typeof value === "symbol" ||
        (typeof value === "number" && !Number.isFinite(value));
      if (isOdd) throw new TypeError("not JSON");
      return value;
    });
    return true;
  } catch {
    return false;
  }
}

/** A thrown value may be anything, and reading it may throw. */
function messageOf(error: unknown): string {
  try {
    return shortened(String(error instanceof Error ? error.message : error), 200);
  } catch {
    return "an unreadable error";
  }
}
