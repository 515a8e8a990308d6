// Writes the feedback for an answer without a program, depending on what the answer contains
// instead.

import type { Agent } from "../agent/agent.ts";
import { isExposed } from "../mode-traits/exposure.ts";
import type { OtherShape } from "../answer/other-shape.ts";
import { writtenCall } from "../preview/written-call.ts";
import { nativeArguments } from "../agent/native-arguments.ts";
import { promptText } from "./prompt-text.ts";

export function noProgramText(shape: OtherShape, agent: Agent): string {
  switch (shape.kind) {
    case "empty":
      return promptText("no-program-empty");
    case "thinking":
      return promptText("no-program-thinking");
    case "language":
      return promptText("no-program-language", { language: shape.language });
    case "call": {
      const call = programCall(shape, agent);
      return call === undefined
        ? promptText("no-program-unknown-call")
        : promptText("no-program-call", { call });
    }
    case "native-call":
      return promptText("no-program-native-call", {
        call: programCall(shape, agent) ?? "(tool/name {:key value})",
      });
    case "words":
      return promptText("no-program");
  }
}

/** Returns the call as a program would write it, if the agent has such a tool. */
function programCall(
  { call }: OtherShape & { kind: "call" | "native-call" },
  agent: Agent,
): string | undefined {
  const tool = agent.tools.get(call.name);
  if (tool === undefined || !isExposed(tool, agent.mode, "program")) return undefined;
  try {
    return writtenCall(call.name, nativeArguments(call.args));
  } catch {
    // Two argument names may be the same name to a tool.
    return undefined;
  }
}
