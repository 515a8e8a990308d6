// The messages before the first model response: the system prompt and the question, or all earlier
// messages of a continued conversation.

import { Memory } from "@ptc/lisp";
import type { ModelMessage } from "@ptc/llm";
import { contentWithFiles } from "../files/file-part.ts";
import type { Mode } from "../modes/mode.ts";
import type { MissionStart } from "./mission-start.ts";
import type { MissionParts } from "./mission-parts.ts";
import { progressSection } from "../prompt/progress.ts";
import { withMissionLog } from "./with-mission-log.ts";

export function openingMessages(
  { agent, log, firewall, options, journal }: MissionParts,
  mode: Mode,
  { context, prompt, files }: MissionStart,
): readonly ModelMessage[] {
  const { conversation } = options;
  // The system prompt of a conversation stays the same, so that providers can cache it. Messages
  // report definitions and stored results at the point where they were made.
  const memory = conversation === undefined ? log.memory : Memory.empty;
  const listed = conversation === undefined ? journal?.record : conversation.journal;
  const assembled = mode.systemPrompt(agent, context, memory, firewall, listed);
  const system = conversation?.system(assembled, prompt) ?? assembled;
  const progress =
    log.summaries.size === 0 ? "" : progressSection(agent.plan, log.summaries, firewall);
  const question =
    conversation?.message ?? withMissionLog(prompt, agent, journal?.record, firewall);
  const asked = progress === "" ? question : `${question}\n\n${progress}`;
  // Files of the prompt are attached to the first user message.
  const isFirst = conversation === undefined || conversation.before.length === 0;
  const attached = [...(isFirst ? files : []), ...(conversation?.files ?? [])];
  return [
    // Most providers refuse an empty message.
    ...(system === "" ? [] : [{ role: "system", content: system, cacheBoundary: true } as const]),
    ...(conversation?.before ?? []),
    { role: "user", content: contentWithFiles(asked, attached, firewall) },
  ];
}
