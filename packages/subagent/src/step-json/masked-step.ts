// The JSON of a step without firewalled values, for stores that aren't encrypted. Only values of
// programs are masked by their numbers: a counter may be equal to a firewalled number.

import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { recordOf } from "@ptc/core/internal/values";
import { firewalledName } from "@ptc/lisp/internal";
import { shownJson } from "@ptc/lisp/internal/waiting";
import type { StepJson } from "./step-schema.ts";

/** The fields of a step, a turn, a call and a fail that have values of programs. */
const encoded: ReadonlySet<string> = new Set([
  "return",
  "result",
  "args",
  "arguments",
  "data",
  "memory",
  "toolCache",
  "summaries",
  "journal",
]);

/** Fields that resuming needs unchanged, and that have no firewalled values in clear. */
const unchanged: ReadonlySet<string> = new Set(["checkpoint", "address", "files"]);

/** Returns `json` with markers in place of firewalled fields and of their values in texts. */
export function maskedStep(json: StepJson, firewall: Firewall): StepJson {
  // The shape of a step doesn't change: markers are texts.
  return maskedParts(json as unknown as Json, firewall) as unknown as StepJson;
}

function maskedParts(json: Json, firewall: Firewall): Json {
  if (typeof json === "string") return firewall.mask(json);
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json))
    return (json as readonly Json[]).map((item) => maskedParts(item, firewall));
  return recordOf(
    Object.entries(json).flatMap(([name, value]): [string, Json][] => {
      // Positions are those of the texts before they are masked.
      if (name === "firewalled") return [];
      if (unchanged.has(name)) return [[name, value]];
      return [
        [
          name,
          encoded.has(name)
            ? shownJson(withoutPositions(value), firewall)
            : maskedParts(value, firewall),
        ],
      ];
    }),
  );
}

/** Omits the positions of firewalled texts from a memory, from summaries or from cached results. */
function withoutPositions(json: Json): Json {
  if (Array.isArray(json))
    return (json as readonly Json[]).filter(
      (entry) => !Array.isArray(entry) || entry[0] !== firewalledName,
    );
  if (typeof json !== "object" || json === null) return json;
  return recordOf(Object.entries(json).filter(([name]) => name !== firewalledName));
}
