// Writes the text that a model sees as the result of its native call. This is the result, shortened
// to the room, or a preview if programs can read the whole result.

import { shortened } from "@ptc/core/internal/printing";
import type { ToolArguments } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { LanguageModel, ToolResultPart } from "@ptc/llm";
import { AnswerFiles } from "../files/answer-files.ts";
import { isExposed, isPreviewed } from "../mode-traits/exposure.ts";
import type { Agent } from "../agent/agent.ts";
import { promptText } from "../prompt/prompt-text.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { exactJsonNotation } from "../preview/json-notation.ts";
import type { Excerpt } from "../preview/excerpt-parts.ts";
import { nativePreview } from "./native-preview.ts";
import { excerptOfAny } from "../preview/shown-value.ts";

/** The parts of the mission whose model makes the calls. */
export interface NativeAnswersOptions {
  readonly agent: Agent;
  readonly model: LanguageModel;
  readonly log: { readonly firewall: Firewall; readonly warn: (warning: string) => void };
  /** True if a later call with the same arguments returns this result from the cache. */
  readonly isCached: (answer: unknown) => boolean;
}

/** The result of a call in a message. */
export type NativeAnswer = Pick<ToolResultPart, "files"> & { readonly output: string };

export class NativeAnswers {
  private readonly options: NativeAnswersOptions;
  private readonly files: AnswerFiles;

  constructor(options: NativeAnswersOptions) {
    this.options = options;
    this.files = new AnswerFiles(options);
  }

  /** Returns the text that the model reads, and the files that it sees. */
  shown(name: string, args: ToolArguments, answer: unknown): NativeAnswer {
    const { firewall } = this.options.log;
    if (!this.isPreviewed(name, answer)) return this.whole(name, answer);
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
    return { output: dataEnvelope("result", JSON.stringify(preview), firewall) };
  }

  private isPreviewed(name: string, answer: unknown): boolean {
    const { agent, isCached } = this.options;
    const tool = agent.tools.get(name);
    return tool !== undefined && isPreviewed(agent, tool) && isCached(answer);
  }

  private whole(name: string, answer: unknown): NativeAnswer {
    const { firewall } = this.options.log;
    const room = this.options.agent.format.nativeResultMaxChars;
    if (typeof answer === "string") {
      const rest = answer.length - room;
      if (rest <= 0) return { output: dataEnvelope("result", answer, firewall) };
      const text = `${shortened(answer, room)} (${String(rest)} more characters)`;
      return {
        output: `${this.shortened(name, "")}\n${dataEnvelope("result", text, firewall)}`,
      };
    }
    const { shown: excerpt, files } = this.files.shown(name, answer ?? null, (value) =>
      excerptOfAny(value, exactJsonNotation, { room, maximumItems: room, firewall }),
    );
    const envelope = dataEnvelope("result", excerpt.text, firewall);
    const count = countOf(excerpt.shown);
    return {
      output: excerpt.isWhole ? envelope : `${this.shortened(name, count)}\n${envelope}`,
      ...(files.length === 0 ? {} : { files }),
    };
  }

  private shortened(name: string, count: string): string {
    const { agent } = this.options;
    const tool = agent.tools.get(name);
    const isForPrograms = tool !== undefined && isExposed(tool, agent.mode, "program");
    return promptText("shortened", {
      count,
      program: isForPrograms ? promptText("shortened-program") : "",
    });
  }
}

/** Returns how many elements of a collection are shown. */
function countOf(shown: Excerpt["shown"]): string {
  if (shown.kind === "leaf") return "";
  const count = shown.kind === "items" ? shown.items.length : shown.entries.length;
  return count === shown.of.count ? "" : `: ${String(count)} of ${String(shown.of.count)}`;
}
