// The section of the first messages that lists what earlier runs have done.

import type { Firewall } from "@ptc/core/firewall";
import type { Agent } from "../agent/agent.ts";
import type { MissionLogPlace } from "../agent/agent-option-table.ts";
import { maskedEnvelope } from "../preview/data-envelope.ts";
import { journalLines } from "./journal-lines.ts";

/**
 * Returns the section. Empty if the agent wants it in another location, or the journal is missing
 * or empty.
 */
export function missionLogSection(
  location: MissionLogPlace,
  { missionLog }: Agent,
  journal: Readonly<Record<string, unknown>> | undefined,
  firewall: Firewall,
): string {
  if (missionLog !== location) return "";
  const entries = Object.entries(journal ?? {});
  if (entries.length === 0) return "";
  const lines = journalLines(entries, firewall).join("\n");
  return `## Mission log\nThese tasks are done, with their results:\n${maskedEnvelope("journal", lines)}`;
}
