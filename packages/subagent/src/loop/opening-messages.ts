// What a mission says before the first answer of its model: the system prompt and the question, or,
// in a conversation that goes on, everything that was said before.

import { Memory } from "@ptc/lisp";
import type { ModelMessage } from "@ptc/llm";
import { contentWithFiles } from "../files/file-part.ts";
import type { Mode } from "../modes/mode.ts";
import type { MissionStart } from "./mission-start.ts";
import type { MissionParts } from "./mission-parts.ts";
import { withMissionLog } from "./with-mission-log.ts";

export function openingMessages(
  { agent, log, firewall, options, journal }: MissionParts,
  mode: Mode,
  { context, prompt, files }: MissionStart,
): readonly ModelMessage[] {
  const { conversation } = options;
  // The system prompt of a conversation stays as it is, so that providers have it in their caches:
  // what was defined on the way is told where it was defined.
  const memory = conversation === undefined ? log.memory : Memory.empty;
  const assembled = mode.systemPrompt(agent, context, memory, firewall, journal?.record);
  const system = conversation?.system(assembled, prompt) ?? assembled;
  const asked = conversation?.message ?? withMissionLog(prompt, agent, journal?.record, firewall);
  // What the prompt attaches stands in the first message of the user.
  const isFirst = conversation === undefined || conversation.before.length === 0;
  const attached = [...(isFirst ? files : []), ...(conversation?.files ?? [])];
  return [
    // Most providers refuse an empty message.
    ...(system === "" ? [] : [{ role: "system", content: system, cacheBoundary: true } as const]),
    ...(conversation?.before ?? []),
    { role: "user", content: contentWithFiles(asked, attached, firewall) },
  ];
}
