// The mode in which the model passes programs in calls of one native tool. A program completes the
// mission, and so does an answer without a call.

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
  instead: '`mode: "program"` takes the program out of the text of the answer, with any model',
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
