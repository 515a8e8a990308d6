// The mode in which the model calls tools natively, runs programs where they do better, and answers
// with text or JSON. The model sees the values of its programs.

import type { Agent } from "../../agent/agent.ts";
import { ofPrograms } from "../../mode-traits/exposure.ts";
import { formBounds } from "../../prompt/form-bounds.ts";
import { modelCallsNote } from "../../prompt/tool-section.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import { systemPrompt } from "../../prompt/system-prompt.ts";
import { textAnswerSection } from "../../prompt/text-answer-section.ts";
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
  systemPrompt: (agent, ...rest) => {
    const shown = ofPrograms(agent);
    return systemPrompt(shown, ...rest, {
      introduction: promptText("combined-introduction"),
      form: combinedForm(agent, shown),
      answer: `## Answer\n${textAnswerSection(shown)}`,
    });
  },
  begin: (mission) => new CallResponder(mission),
};

/** `shown` has the tools of programs. If one of those is a model, the tool section has the note. */
function combinedForm(agent: Agent, shown: Agent): string {
  return [
    promptText("combined", formBounds(agent)),
    ...(shown.tools.size === 0 ? [] : [promptText("combined-tools")]),
    ...(modelCallsNote(shown, "program").length === 0
      ? modelCallsNote(agent, "native").map((note) => `- ${note}`)
      : []),
  ].join("\n");
}
