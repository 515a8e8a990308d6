// The mode `text` without tools. The model answers with text if the signature asks for it, and
// otherwise with JSON that matches. It sees nothing but the prompt.

import type { ModelResponse } from "@ptc/llm";
import { textPrompt } from "../../prompt/text-prompt.ts";
import type {
  Mode,
  ModeMission,
  ModeTurn,
  RequestParts,
  Responder,
  TurnReaction,
} from "../mode.ts";
import {
  answersText,
  schemaText,
  structuredOutput,
  textAnswerSection,
} from "../../prompt/text-answer-section.ts";
import { textReaction } from "./text-reaction.ts";

export const textMode: Mode = {
  needs: {},
  showsWholeValues: true,
  systemPrompt: (agent, _context, _memory, firewall, journal) =>
    textPrompt([textAnswerSection(agent)], agent, firewall, journal),
  begin: (mission) => new TextResponder(mission),
};

class TextResponder implements Responder {
  private readonly mission: ModeMission;
  private readonly parts: RequestParts;

  constructor(mission: ModeMission) {
    this.mission = mission;
    const { agent, log, model } = mission;
    if (answersText(agent)) {
      this.parts = {};
      return;
    }
    const { structuredOutput: held } = model.capabilities;
    const output = held === "none" ? undefined : structuredOutput(agent, held);
    this.parts = output === undefined ? {} : { output };
    const schema = output?.schema;
    log.usesSchema(
      schema !== undefined,
      schema === undefined ? schemaText(agent) : JSON.stringify(schema),
    );
  }

  request(): RequestParts {
    return this.parts;
  }

  respond(response: ModelResponse, turn: ModeTurn): Promise<TurnReaction> {
    return textReaction(response, this.mission, turn);
  }
}
