// The mode in which the model hands its programs over in calls of one native tool. A program
// completes the mission, as does an answer without a call.

import { ofPrograms } from "../../agent/exposure.ts";
import { systemPrompt } from "../../prompt/system-prompt.ts";
import { CallResponder } from "../calls/call-responder.ts";
import { programTool } from "../calls/native-tools.ts";
import type { Mode } from "../mode.ts";

export const programCallMode: Mode = {
  needs: { toolCalls: true },
  instead: '`mode: "program"` takes the program out of the text of the answer, with any model',
  tools: () => [programTool()],
  systemPrompt: (agent, ...rest) => systemPrompt(ofPrograms(agent), ...rest),
  begin: (mission) => new CallResponder(mission, "program"),
};
