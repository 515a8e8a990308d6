// Keeps firewalled values out of a store that isn't encrypted: masks them in steps, omits them from
// contexts, and refuses data that would contain them.

import type { Json } from "@ptc/core/encoding";
import { Firewall } from "@ptc/core/firewall";
import { recordOf, isFirewalledName } from "@ptc/core/internal/values";
import { maskedJson } from "@ptc/core/internal/stored";
import { shownJson } from "@ptc/lisp/internal/waiting";
import type { MissionStep } from "../step/step.ts";
import type { StepJson } from "../step-json/step-schema.ts";
import { stepToJson } from "../step-json/step-to-json.ts";
import { RunsError } from "./runs-error.ts";

/** The values of firewalled fields in some data. */
export class HiddenData {
  private readonly firewall: Firewall;
  /** True if the data has firewalled fields. */
  isPresent = false;

  constructor(allow: readonly string[] = []) {
    this.firewall = new Firewall({ allow });
  }

  /** Remembers the values of the firewalled fields in `json`. */
  note(json: Json): void {
    maskedJson(json, {
      hides: (name) => this.firewall.hides(name),
      field: (value) => {
        if (value !== null) {
          this.isPresent = true;
          this.noteAll(value);
        }
        return value;
      },
      text: (text) => text,
      number: (number) => number,
      name: (name) => name,
    });
  }

  /** Returns `json` with markers in place of firewalled fields and of their values in texts. */
  masked(json: Json): Json {
    return shownJson(json, this.firewall);
  }

  private noteAll(json: Json): void {
    const waiting: unknown[] = [json];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      if (typeof next === "string" || typeof next === "number") this.firewall.note(next);
      else if (typeof next === "object" && next !== null)
        for (const part of Object.values<unknown>({ ...next })) waiting.push(part);
  }
}

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
  // The shape of a step doesn't change: markers are texts.
  const plain = stepToJson(step) as unknown as Json;
  hidden.note(plain);
  return hidden.masked(plain) as unknown as StepJson;
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
