// Reads the step of a run from its JSON.

import { LoadError } from "@ptc/core/internal/host";
import type { MissionStep } from "../../../index.ts";
import { parseJson } from "../../context/parse-json.ts";

/**
 * Returns the step that `text` contains. `shown` names the source in messages.
 * @throws LoadError naming the source, and the position in it
 */
export async function loadStep(text: string, shown: string): Promise<MissionStep> {
  const { stepFromJson } = await import("../../../step-json/index.ts");
  // A plain integer is a double here, however large: a step tags its other large integers.
  const json = parseJson(text, (given) => JSON.parse(given) as unknown);
  if (!json.ok) throw new LoadError(`${shown}: ${json.message}`);
  const read = await stepFromJson(json.value);
  if (!read.ok) throw new LoadError(`${shown}: ${read.message}`);
  return read.step;
}
