// Renders a fail as text.

import type { Fail } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/internal/errors";

/**
 * Maximum length of a message, in characters. Tools, models and programs write messages, which
 * must stay on one line.
 */
const longestMessage = 10_000;

/**
 * Renders a fail for a person or a model, with each part on its own lines. The parts are the
 * message, position, source line with a caret, hint, other mistakes and the number of omitted
 * ones.
 */
export function renderFail(fail: Fail): string {
  const { position, excerpt, hint, errors = [], omitted = 0 } = fail.details ?? {};
  // Messages of the parser include the position.
  const namesPosition = position === undefined || fail.reason === "parse_error";
  const message = oneLine(fail.message, longestMessage);
  const file = position?.file ? `${position.file}, ` : "";
  const lines = [
    namesPosition
      ? message
      : `${message} (${file}line ${String(position.line)}, column ${String(position.column)})`,
  ];
  if (excerpt !== undefined) lines.push(excerpt);
  if (hint !== undefined) lines.push(`hint: ${oneLine(hint, longestMessage)}`);
  lines.push(...errors.map(renderFail));
  if (omitted > 0) lines.push(`and ${String(omitted)} more`);
  return lines.join("\n");
}
