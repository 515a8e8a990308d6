// The JSON of a step for a store that isn't encrypted: without definitions and cached results that
// have firewalled values. Other parts show markers in place of them.

import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { recordOf } from "@ptc/core/internal/values";
import { storableValue } from "@ptc/core/internal/stored";
import { clearMemory, shownJson } from "@ptc/lisp/internal/waiting";
import type { MissionStep } from "../step/step.ts";
import { maskedStep } from "./masked-step.ts";
import { stepToJson } from "./step-to-json.ts";
import type { StepJson } from "./step-schema.ts";

/**
 * Returns a step whose firewalled values `firewall` has noted. A later mission that continues from
 * it gets the reason for a missing definition, and calls a tool again whose cached result is
 * missing.
 */
export function clearStep(step: MissionStep, firewall: Firewall): StepJson {
  const toolCache = recordOf(
    Object.entries(step.toolCache).filter(([name, value]) => {
      const json: Json = [name, storableValue(value)];
      return shownJson(json, firewall) === json;
    }),
  );
  const { json: memory } = clearMemory(step.memory, firewall);
  return { ...maskedStep(stepToJson({ ...step, toolCache }), firewall), memory };
}
