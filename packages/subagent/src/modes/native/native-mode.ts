// The mode `text` with tools. The model calls the agent's tools natively and answers with text or
// JSON. It writes no programs, and sees nothing of the context but the prompt.

import { formBounds } from "../../prompt/form-bounds.ts";
import { modelCallsNote } from "../../prompt/tool-section.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import { CallResponder } from "../calls/call-responder.ts";
import { nativeTools } from "../calls/native-tools.ts";
import type { Mode } from "../mode.ts";
import { textAnswerSection } from "../../prompt/text-answer-section.ts";
import { textPrompt } from "../../prompt/text-prompt.ts";

export const nativeMode: Mode = {
  needs: { toolCalls: true },
  instead: '`mode: "program"` calls the same tools from programs, with any model',
  showsWholeValues: true,
  tools: (agent) => [...nativeTools(agent).values()].map(({ definition }) => definition),
  systemPrompt: (agent, _context, _memory, firewall, journal) =>
    textPrompt(
      [
        [
          promptText("call-tools", { turns: formBounds(agent).turns }),
          ...modelCallsNote(agent, "native"),
        ].join("\n"),
        textAnswerSection(agent),
      ],
      agent,
      firewall,
      journal,
    ),
  begin: (mission) => new CallResponder(mission),
};
