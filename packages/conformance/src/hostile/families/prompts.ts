// Attacks through a model's input and output: data and templates in a prompt, results, feedback,
// and responses with programs in them.

import { createScriptedModel } from "@ptc/llm";
import {
  defineAgent,
  extractProgram,
  formatFeedback,
  formatResult,
  previewPrompt,
  run as runAgent,
  truncateForHistory,
} from "@ptc/subagent";
import { parseSignature } from "@ptc/signature";
import { family, type Family } from "../family.ts";
import { unexpected } from "../measured.ts";
import { hostValue } from "../shapes/host-value.ts";
import { randomShape } from "../shapes/random-shape.ts";
import type { Shape } from "../shapes/shape.ts";

interface Prompt {
  /** Texts that are joined with others. */
  readonly template: readonly Shape[];
  readonly value: Shape;
  readonly answers: readonly (readonly Shape[])[];
  readonly program: string;
}

/** The maximum length of a preview for data of any size. */
const longestShown = 10_000;

/**
 * The maximum length of messages as JSON. Missions with prompts of more than a million characters
 * are refused, and each character is at most one escape.
 */
const longestPrompt = 8_000_000;

const fixed: readonly string[] = [
  "{{x}}",
  "{{ x }}",
  "{{x.y}}",
  "{{",
  "```clojure\n",
  "```",
  "(println data/x)",
  "(return data/x)",
  "</data>",
  "(inc nil)",
];

export const promptFamily: Family = family(
  "prompts",
  8,
  (random, corpus): Prompt => {
    const texts = (room: number): Shape[] =>
      Array.from({ length: 1 + random.below(4) }, () =>
        random.chance(0.4)
          ? {
              is: "text",
              piece: random.pick(fixed),
              times: 1 + random.below(random.chance(0.2) ? 2_000 : 3),
            }
          : randomShape(random, "texts", room, 3),
      );
    return {
      template: texts(20_000),
      value: randomShape(random, "texts", 100_000),
      answers: [texts(50_000), texts(1_000)],
      program: corpus.program(["data/x"]),
    };
  },
  async ({ template, value, answers, program }) => {
    const x = hostValue(value);
    const text = (shapes: readonly Shape[]): string =>
      shapes.map((s) => String(hostValue(s))).join("");
    parseSignature(text(template).slice(0, 10_000));
    const given = answers.map(text);
    given.forEach((answer) => extractProgram(answer));
    truncateForHistory(x);
    const shown = [formatResult(x).text, formatFeedback([x, ...given]).text];
    const long = shown.find(({ length }) => length > longestShown);
    if (long !== undefined) return `shows ${String(long.length)} characters`;
    try {
      const prompt = text(template);
      const agent = defineAgent({ prompt, maxTurns: 4, limits: { timeoutMs: 1_000 } });
      const messages = previewPrompt(agent, { x });
      const length = JSON.stringify(messages).length;
      if (length > longestPrompt) return `prompts with ${String(length)} characters`;
      await runAgent(agent, {
        llm: createScriptedModel([...given, `\`\`\`clojure\n${program}\n\`\`\``, "(return 1)"]),
        context: { x },
      });
      return undefined;
    } catch (error) {
      return unexpected(error, ["OptionError", "MissionError"]);
    }
  },
);
