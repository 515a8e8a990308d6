// The section of the first messages that says what earlier runs have done.

import type { Firewall } from "@ptc/core/firewall";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { journalLines } from "./journal-lines.ts";

/** Empty where the journal has no entries, or there is none. */
export function missionLogSection(
  journal: Readonly<Record<string, unknown>> | undefined,
  firewall: Firewall,
): string {
  const entries = Object.entries(journal ?? {});
  if (entries.length === 0) return "";
  const lines = journalLines(entries, firewall).join("\n");
  return `## Mission log\nThese tasks are done, with what they answered:\n${dataEnvelope("journal", lines, firewall)}`;
}
