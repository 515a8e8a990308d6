// The journal of one run: its results of tasks, read and written in the tagged JSON encoding, whose mistakes are told to the
// program. Loaded on need, for runs that are given a journal.

import { DecodingError, decodeValue } from "@ptc/core/decoding";
import { EncodingError, encodeValue } from "@ptc/core/encoding";
import { EvaluationError } from "../evaluation/errors.ts";
import { Journal, type JournalCodec } from "../evaluation/journal.ts";
import { functionDecoder } from "./function-decoder.ts";
import { functionEncoder } from "./function-encoder.ts";
import { holdsEncodedFunction } from "./holds-function.ts";
import { hasAllBuiltins, loadAllBuiltins } from "./load-builtins.ts";

/** A program reads its journal without waiting, so what a function in it may use is loaded first. */
export async function openJournal(entries: Readonly<Record<string, unknown>>): Promise<Journal> {
  if (!hasAllBuiltins() && holdsEncodedFunction(entries)) await loadAllBuiltins();
  return new Journal(Object.entries(entries), codec);
}

const codec: JournalCodec = {
  encode(id, value, meter) {
    try {
      return encodeValue(value, functionEncoder, meter);
    } catch (error) {
      throw error instanceof EncodingError ? new EvaluationError("type_error", `task: the result of ${JSON.stringify(id)} cannot be kept: ${error.message}`, { op: "task" }) : error;
    }
  },
  decode(id, json) {
    try {
      return decodeValue(json, functionDecoder);
    } catch (error) {
      throw error instanceof DecodingError ? new EvaluationError("argument_error", `task: the journal's entry ${JSON.stringify(id)} cannot be read: ${error.message}`, { op: "task", hint: "(task-reset id) removes it" }) : error;
    }
  },
};
