// The mode in which the model passes programs in calls of one native tool. Either a program or a
// response without a call completes the mission.

import type { Agent } from "../../agent/agent.ts";
import { ofPrograms } from "../../mode-traits/exposure.ts";
import { formBounds } from "../../prompt/form-bounds.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import { systemPrompt } from "../../prompt/system-prompt.ts";
import { CallResponder } from "../calls/call-responder.ts";
import { programTool } from "../calls/native-tools.ts";
import type { Mode } from "../mode.ts";

export const programCallMode: Mode = {
  needs: { toolCalls: true },
  instead: '`mode: "program"` reads the program from the response text, with any model',
  tools: () => [programTool()],
  systemPrompt: (agent, ...rest) =>
    systemPrompt(ofPrograms(agent), ...rest, { form: callForm(agent) }),
  begin: (mission) => new CallResponder(mission),
};

function callForm(agent: Agent): string {
  return promptText(
    agent.completion === "explicit" ? "answer-by-call" : "answer-by-call-value",
    formBounds(agent),
  );
}
