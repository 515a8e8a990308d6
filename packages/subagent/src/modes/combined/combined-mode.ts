// The mode in which the model calls tools by itself, runs programs where they do it better, and
// answers with a text or with JSON. What a program returns is told to the model.

import { ofPrograms } from "../../agent/exposure.ts";
import { systemPrompt } from "../../prompt/system-prompt.ts";
import { CallResponder } from "../calls/call-responder.ts";
import { nativeTools, programTool } from "../calls/native-tools.ts";
import type { Mode } from "../mode.ts";

export const combinedMode: Mode = {
  needs: { toolCalls: true },
  instead: '`mode: "program"` calls the same tools from programs, with any model',
  tools: (agent) => [
    ...[...nativeTools(agent).values()].map(({ definition }) => definition),
    programTool(),
  ],
  systemPrompt: (agent, ...rest) => systemPrompt(ofPrograms(agent), ...rest),
  begin: (mission) => new CallResponder(mission, "model"),
};
