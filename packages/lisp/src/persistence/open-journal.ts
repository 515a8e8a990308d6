// Opens the journal of one run. Task results are read and written as tagged JSON; a result that
// can't be encoded or decoded is an error of the program.

import { DecodingError, decodeValue } from "@ptc/core/decoding";
import { EncodingError, encodeValue } from "@ptc/core/encoding";
import type { FieldFirewall } from "@ptc/core/values";
import type { LazyParts } from "../compile/compilation.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { Journal, type JournalListener, type JournalStore } from "../effects/journal.ts";
import { JournalEntries, markedEntry, unmarkedEntry } from "@ptc/core/internal/journal";
import { assertStoredForm } from "./stored-journal.ts";
import { shownId } from "../effects/task-id.ts";
import { functionEncoder } from "../functions/function-encoder.ts";
import { functionDecoder } from "./function-decoder.ts";
import { functionMaker } from "./function-maker.ts";
import { mayHoldFunction } from "./holds-encoded-function.ts";
import { fieldsOf } from "../evaluation/host/is-object.ts";

interface JournalOptions {
  readonly onJournal: JournalStore | undefined;
  readonly firewall: FieldFirewall | undefined;
}

/**
 * Opens the journal of a run. A program can't wait while it reads its journal, so the builtins
 * that a function in the journal may use are loaded first.
 * @throws OptionError for an entry that isn't in the form that tasks store
 */
export async function openJournal(
  entries: Readonly<Record<string, unknown>> | JournalEntries,
  { onJournal, firewall }: JournalOptions,
  listener: JournalListener | undefined,
  lazyParts: LazyParts & { readonly hasLanguage: boolean; loadLanguage(): Promise<unknown> },
): Promise<Journal> {
  // A process of a pool receives entries that its parent has checked.
  if (listener === undefined && !(entries instanceof JournalEntries)) assertStoredForm(entries);
  if (!lazyParts.hasLanguage && mayHoldFunction(entries)) await lazyParts.loadLanguage();
  const functions = functionDecoder(functionMaker(lazyParts));
  return new Journal(
    entries instanceof JournalEntries ? entries : fieldsOf(entries),
    {
      mark: (id, json) => markedEntry(id, json, firewall),
      unmark: (id, entry) => unmarkedEntry(id, entry, firewall),
      encode(id, value, meter) {
        try {
          return encodeValue(value, functionEncoder, meter);
        } catch (error) {
          throw error instanceof EncodingError
            ? new EvaluationError(
                "type_error",
                `task: the result of ${shownId(id)} cannot be stored: ${error.message}`,
                { op: "task" },
              )
            : error;
        }
      },
      decode(id, json, meter) {
        try {
          return decodeValue(json, { functions, meter });
        } catch (error) {
          throw error instanceof DecodingError
            ? new EvaluationError(
                "argument_error",
                `task: the journal's entry ${shownId(id)} cannot be read: ${error.message}`,
                { op: "task", hint: unreadableHint },
              )
            : error;
        }
      },
    },
    listener,
    onJournal,
  );
}

/**
 * The hint for a journal entry that can't be read. The entry shows that the task has run, and a
 * newer release may be able to read it.
 */
const unreadableHint =
  "its effects happened, but its result is unreadable; (task-reset id) makes the next task run again";
