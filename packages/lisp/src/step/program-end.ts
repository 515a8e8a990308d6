// Builds the trace event for the end of a program.

import { printBounded } from "@ptc/core/printing";
import type { TraceEventData } from "@ptc/core/contracts";
import type { FieldFirewall } from "@ptc/core/values";
import type { LispStep } from "./step.ts";

/**
 * Maximum length of a result in a trace event, in characters. The result is written as text, where
 * firewalled fields can't be found later, so they are hidden here.
 */
const tracedTextLimit = 4_000;

export function programEnd(
  step: LispStep,
  firewall: FieldFirewall | undefined,
): TraceEventData["program-end"] {
  return {
    ok: step.ok,
    ...(step.ok
      ? {
          text: printBounded(step.value, {
            maxCharacters: tracedTextLimit,
            hideFirewalled: firewall ?? true,
          }).text,
        }
      : { fail: step.fail }),
    prints: step.prints,
    usage: step.usage,
    ...(step.warnings === undefined ? {} : { warnings: step.warnings }),
    ...(step.libraries === undefined ? {} : { libraries: step.libraries }),
  };
}
