// Keeps firewalled values out of a store that isn't encrypted: masks them in steps, omits them from
// contexts, and refuses data that would contain them.

import type { Json } from "@ptc/core/encoding";
import { isObject } from "@ptc/core/internal/host";
import { recordOf, isFirewalledName } from "@ptc/core/internal/values";
import type { JournalChange } from "@ptc/lisp";
import { HiddenData } from "../firewall/hidden-data.ts";
import { maskedStep } from "../step-json/masked-step.ts";
import type { MissionStep } from "../step/step.ts";
import type { StepJson } from "../step-json/step-schema.ts";
import { stepToJson } from "../step-json/step-to-json.ts";
import { RunsError } from "./runs-error.ts";

/** True if `json` has no firewalled fields. */
export function isClear(json: Json): boolean {
  const hidden = new HiddenData();
  hidden.note(json);
  return !hidden.isPresent;
}

/** A context that can be stored in clear. */
export interface ClearContext {
  readonly context: Json;
  /** True if firewalled fields were left out. */
  readonly isMasked?: true;
}

/**
 * Returns the context without its firewalled fields. `remedy` is the end of a message.
 * @throws RunsError if another field contains the value of a firewalled one
 */
export function clearContext(context: Json, remedy: string): ClearContext {
  const hidden = new HiddenData();
  hidden.note(context);
  if (!hidden.isPresent) return { context };
  const clear = withoutFirewalled(context);
  if (hidden.masked(clear) === clear) return { context: clear, isMasked: true };
  throw new RunsError(
    "firewalled",
    `a field of the context contains the value of a firewalled field: ${remedy}`,
  );
}

/** Returns a step as JSON, with markers in place of firewalled values. */
export function clearStep(step: MissionStep, hidden: HiddenData): StepJson {
  const json = stepToJson(step);
  hidden.note(json as unknown as Json);
  return maskedStep(json, hidden.firewall);
}

/**
 * Checks that a change of a journal can be stored in clear.
 * @throws RunsError for firewalled values
 */
export function assertClearChange(change: JournalChange, hidden: HiddenData): void {
  if (!("entry" in change)) return;
  const json = change.entry as Json;
  hidden.note(json);
  if (!isObject(json) && typeof json !== "string" && !Array.isArray(json)) return;
  if (hidden.masked(json) === json) return;
  throw new RunsError(
    "firewalled",
    `the result of the task ${JSON.stringify(change.id)} has firewalled values, and the store isn't encrypted: pass \`encryption\`, or return the result without them`,
  );
}

/** Returns `json` without its firewalled fields, also those in lists and in other fields. */
function withoutFirewalled(json: Json): Json {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return (json as readonly Json[]).map(withoutFirewalled);
  return recordOf(
    Object.entries(json).flatMap(([name, value]): [string, Json][] =>
      isFirewalledName(name.startsWith(":") ? name.slice(1) : name)
        ? []
        : [[name, withoutFirewalled(value)]],
    ),
  );
}
