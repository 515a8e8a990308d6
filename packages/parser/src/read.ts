// Reads text to forms, or returns one error with its location and cause. The emitted reader reads
// the text. If it refuses the text, a second pass finds the location, and explain.ts writes the
// message.
import { explain, explainRefusal } from "./explain.ts";
import type { Form } from "./form.ts";
import { trace } from "./generated/trace.ts";
import { parseError, type ParseError, placeOf, sourceTooLarge } from "./parse-error.ts";
import { attemptRead, type Obstacle, type ReadOptions } from "./read-forms.ts";

/** The result of `read`: all forms, or one error. */
export type ReadResult =
  | { readonly ok: true; readonly forms: readonly Form[]; readonly error?: undefined }
  | { readonly ok: false; readonly error: ParseError };

/**
 * Reads all forms of a source. Throws only an OptionError, for an option that is unknown or out of
 * range.
 */
export function read(source: string, options: ReadOptions = {}): ReadResult {
  const attempt = attemptRead(source, options);
  return attempt.ok ? attempt : { ok: false, error: errorOf(source, attempt.obstacle) };
}

function errorOf(source: string, obstacle: Obstacle): ParseError {
  switch (obstacle.kind) {
    case "too-long":
      return sourceTooLarge(source.length, obstacle.maximum);
    case "refused":
      return parseError(source, explainRefusal(source, obstacle.refusal));
    case "not-accepted":
      return parseError(source, explain(source, trace(source)));
    case "too-deep": {
      const message = `Nested more than ${obstacle.maximum} deep at ${placeOf(source, obstacle.at)}: split the program with let or def (option maxDepth)`;
      return parseError(source, { message, offset: obstacle.at });
    }
  }
}
