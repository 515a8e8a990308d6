// A fail as text.

import type { Fail } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/errors";

/** Tools, models and programs write messages, and none may begin a line of its own. */
const longestMessage = 10_000;

/**
 * A fail as text for a person or a model, each part on lines of its own: message, position, source
 * line with a caret, hint, further mistakes and how many were left out.
 */
export function renderFail(fail: Fail): string {
  const { position, excerpt, hint, errors = [], omitted = 0 } = fail.details ?? {};
  // Messages of the reader name the position themselves.
  const namesPosition = position === undefined || fail.reason === "parse_error";
  const message = oneLine(fail.message, longestMessage);
  const lines = [
    namesPosition
      ? message
      : `${message} (line ${String(position.line)}, column ${String(position.column)})`,
  ];
  if (excerpt !== undefined) lines.push(excerpt);
  if (hint !== undefined) lines.push(`hint: ${oneLine(hint, longestMessage)}`);
  lines.push(...errors.map(renderFail));
  if (omitted > 0) lines.push(`and ${String(omitted)} more`);
  return lines.join("\n");
}
