// Reads memory and functions from JSON. Compiles functions so that they may reach effects. Lazily
// loaded, by loading/lazy-language.ts.

import type { FunctionDecoder } from "@ptc/core/decoding";
import { OptionError } from "@ptc/core/errors";
import type { Firewall } from "@ptc/core/firewall";
import type { LazyParts } from "../compile/compilation.ts";
import { isObject } from "@ptc/core/internal/host";
import { recordOf } from "@ptc/core/internal/values";
import { workBudget } from "@ptc/core/values";
import { fieldsOf } from "../evaluation/host/is-object.ts";
import { compilingOnce } from "./compiled-functions.ts";
import { decodeValues } from "./decode-values.ts";
import { holdsEncodedFunction } from "./holds-encoded-function.ts";
import { functionDecoder } from "./function-decoder.ts";
import { lazyFunctions } from "./lazy-functions.ts";
import { Memory } from "./memory.ts";
import type { SequenceReader } from "./read-sequences.ts";
import { firewalledName, sequencesName } from "./sequences-name.ts";
import { unkeptNamesOf, withUnkeptNames } from "./unkept-names.ts";

/**
 * Reads a memory from its JSON. If it contains a function, the whole language is loaded first,
 * because the function may use any of it.
 * @throws OptionError unless `json` is an object; DecodingError with the path of a value that
 * can't be read
 */
export async function readMemory(
  json: unknown,
  lazyParts: LazyParts & {
    loadLanguage(): Promise<unknown>;
    readonly storedSequences: {
      load(): Promise<{ SequenceReader: new (json: unknown) => SequenceReader }>;
    };
  },
): Promise<Memory> {
  if (!isObject(json)) throw new OptionError("memory", "expected an object of encoded values");
  const table = Object.hasOwn(json, sequencesName) ? json[sequencesName] : undefined;
  if (table !== undefined || holdsEncodedFunction(json)) await lazyParts.loadLanguage();
  const functions = functionDecoder(compilingOnce(true, lazyParts));
  const meter = workBudget("reading the values of a memory", maximumWork);
  const hiding = await hidingOf(json);
  const marked = (memory: Memory): Memory =>
    hiding === undefined
      ? withUnkeptNames(memory, unkeptNamesOf(json))
      : withUnkeptNames(
          memory.hidingWith(hiding),
          unkeptNamesOf(json, (reason) => hiding.mask(reason)),
        );
  if (table === undefined)
    return marked(Memory.ofValues(decodeValues(json, functions, meter), true));
  const { SequenceReader } = await lazyParts.storedSequences.load();
  const reader = new SequenceReader(table);
  const withSequences = reader.decoderWith(functions);
  const values = decodeValues(json, withSequences, meter);
  return marked(Memory.ofValues(values, true, reader.read(withSequences, meter)));
}

/**
 * Returns a firewall that knows the firewalled texts of the JSON, or `undefined` without any. The
 * positions are valid for this JSON only: the memory may lack a definition that can't be read.
 */
async function hidingOf(json: object): Promise<Firewall | undefined> {
  if (!Object.hasOwn(json, firewalledName)) return undefined;
  const fields = fieldsOf(json);
  const parts = fields.find(([name]) => name === firewalledName)?.[1];
  const data = recordOf(fields.filter(([name]) => name !== firewalledName));
  const code = await import("@ptc/core/firewall");
  const firewall = new code.Firewall();
  firewall.noteParts(data, parts);
  // A later mission may allow a field that is hidden by its name now.
  firewall.hides = () => false;
  return firewall;
}

/** Limit of the work for reading all values: about two seconds. No other limit applies here. */
const maximumWork = 80_000_000;

/** Returns a decoder that restores each function at its first call. */
export function lazyFunctionDecoder(lazyParts: LazyParts): FunctionDecoder {
  return lazyFunctions(compilingOnce(true, lazyParts));
}
