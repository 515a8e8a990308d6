// What a model sees of an answer that it asked for itself, where programs can have the whole one:
// what it is, its first rows, or what a function of the host makes of it, and in each case how to
// get the rest.

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

/** A call whose answer is previewed. */
export interface PreviewedCall {
  readonly tool: string;
  /** As the tool was given them. */
  readonly args: ToolArguments;
  readonly nativeResult: NativeResult | undefined;
}

export interface PreviewOptions {
  readonly firewall: Firewall;
  /** How many UTF-16 units of data a preview may have. */
  readonly room: number;
  /** Is told where a preview function of the host failed. */
  readonly warn: (warning: string) => void;
}

/** `fallback`: the function of the host failed, and this is the metadata. */
export interface NativePreview {
  readonly status: "ok" | "fallback";
  /** JSON data, `status` among it. */
  readonly preview: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

const usualRows = 20;
const mostNames = 20;
const roomOfSchema = 1_000;

/** The preview of `answer`, with what says how a program gets the whole of it. */
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

/** How many rows there are, what stands in them, and the names of their fields. */
function metadata(answer: unknown, { firewall }: PreviewOptions): Fields {
  const count = countOf(answer);
  const shape = shapeSeen(answer, firewall);
  return {
    ...(count === undefined ? {} : { result_count: count }),
    schema:
      shape === undefined
        ? "too large to be described"
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

/** Undefined where what there is cannot be looked at within bounds. */
function shapeSeen(answer: unknown, firewall: Firewall): Shape | undefined {
  try {
    const value: Value = new HostCrossing(conversionMeter(mostConverted), firewall).fromHost(
      answer,
    );
    return shapeOf(value, firewall, new LookBudget(1, valuesSeen));
  } catch (error) {
    if (error instanceof DataDepthError || error instanceof WorkLimitError) return undefined;
    throw error;
  }
}

/** Names of fields of a map, or of the maps in a list; keys that are data are none. */
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

/** The first rows of a list, without firewalled fields; nothing of what is no list. */
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

/** What is written here is read again, so an integer that would lose digits is a text. */
const rowNotation: Notation = {
  ...exactJsonNotation,
  leaf: (value, room) => {
    const text = exactJsonNotation.leaf(value, room);
    return typeof value === "bigint" && text !== undefined ? JSON.stringify(text) : text;
  },
};

/** What the function of the host makes of the answer; undefined where that will not do. */
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
    // The compiler accepts an async function, and nobody waits for what it rejects with.
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

/** A copy, so that a function that sorts in place does not change what programs get. */
function copied(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null ? structuredClone(answer) : answer;
}

function isPlain(made: unknown): made is object {
  if (typeof made !== "object" || made === null || Array.isArray(made)) return false;
  const prototype: unknown = Object.getPrototypeOf(made);
  return prototype === null || prototype === Object.prototype;
}

/** Whether JSON can write it as it is: not as null, and not at all. */
function isEncodable(made: object): boolean {
  try {
    JSON.stringify(made, (_name, value: unknown) => {
      const isOdd =
        typeof value === "function" ||
        typeof value === "symbol" ||
        (typeof value === "number" && !Number.isFinite(value));
      if (isOdd) throw new TypeError("no JSON");
      return value;
    });
    return true;
  } catch {
    return false;
  }
}

/** What was thrown may be anything, and reading it may throw. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error).slice(0, 200);
  } catch {
    return "an error that cannot be read";
  }
}
