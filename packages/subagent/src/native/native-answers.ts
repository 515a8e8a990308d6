// What a model is shown of the answer to a call that it made itself: the answer as far as there is
// room for it, or a preview where programs can have the whole one.

import type { ToolArguments } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { isExposed } from "../agent/exposure.ts";
import type { Agent } from "../agent/agent.ts";
import { promptText } from "../prompt/prompt-text.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { exactJsonNotation } from "../preview/json-notation.ts";
import { nativePreview } from "./native-preview.ts";
import { excerptOfAny } from "../preview/shown-value.ts";

/** What is known of the mission whose model makes the calls. */
export interface NativeAnswersOptions {
  readonly agent: Agent;
  readonly log: { readonly firewall: Firewall; readonly warn: (warning: string) => void };
  /** Whether a later call of the tool with the same arguments gets this answer. */
  readonly isKept: (answer: unknown) => boolean;
}

export class NativeAnswers {
  private readonly options: NativeAnswersOptions;

  constructor(options: NativeAnswersOptions) {
    this.options = options;
  }

  /** The text that the model reads. */
  shown(name: string, args: ToolArguments, answer: unknown): string {
    const { firewall } = this.options.log;
    if (!this.isPreviewed(name, answer)) return this.whole(answer);
    const { agent, log } = this.options;
    const { preview } = nativePreview(
      { tool: name, args, nativeResult: agent.tools.get(name)?.nativeResult },
      answer,
      {
        firewall,
        room: agent.format.nativeResultMaxChars,
        warn: (warning) => {
          log.warn(warning);
        },
      },
    );
    return dataEnvelope("result", JSON.stringify(preview), firewall);
  }

  private isPreviewed(name: string, answer: unknown): boolean {
    const { agent, isKept } = this.options;
    const tool = agent.tools.get(name);
    return tool?.cache === true && isExposed(tool, agent.mode, "program") && isKept(answer);
  }

  private whole(answer: unknown): string {
    const { firewall } = this.options.log;
    const room = this.options.agent.format.nativeResultMaxChars;
    if (typeof answer === "string") {
      const rest = answer.length - room;
      if (rest <= 0) return dataEnvelope("result", answer, firewall);
      const text = `${answer.slice(0, room)}… (${String(rest)} more characters)`;
      return `${promptText("shortened")}\n${dataEnvelope("result", text, firewall)}`;
    }
    const { text, isWhole } = excerptOfAny(answer ?? null, exactJsonNotation, {
      room,
      maximumItems: room,
      firewall,
    });
    const envelope = dataEnvelope("result", text, firewall);
    return isWhole ? envelope : `${promptText("shortened")}\n${envelope}`;
  }
}
