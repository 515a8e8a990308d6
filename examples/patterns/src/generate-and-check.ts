// Generate and check: one agent writes, another looks for mistakes, and the findings go back, for a
// limited number of rounds. The checker sees only the text and the figures.

import { chain, defineAgent, run, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import type { PlantLitres } from "./logs.ts";

const writer = defineAgent({
  name: "writer",
  mode: "text",
  prompt: `Write a notice for the board, three sentences: the litres that leaked at each plant, and the total.
{{#plants}}- {{plant}}: {{litres}} litres
{{/plants}}{{#findings}}
Your last notice had these mistakes, mend them:
{{findings}}{{/findings}}`,
  signature: "(plants [{plant :string, litres :int}], findings :string?) -> {notice :string}",
  maxTurns: 2,
});

const checker = defineAgent({
  name: "checker",
  prompt: `Compare every figure of this notice with data/plants: answer a sentence for each plant that is missing or has other litres, and for a wrong sum. No sentence where all is right.

{{notice}}`,
  signature: "(notice :string, plants [{plant :string, litres :int}]) -> {findings [:string]}",
  maxTurns: 2,
});

interface Round {
  readonly written: MissionStep<{ readonly notice: string }>;
  /** Fails with `chained_failure` if nothing was written. */
  readonly checked: MissionStep<{ readonly findings: readonly string[] }>;
}

export interface Checked {
  /** `right`: no findings; `wrong`: findings remain; `failed`: a mission failed. */
  readonly outcome: "right" | "wrong" | "failed";
  /** The last written notice. */
  readonly notice: string | undefined;
  /** The findings about it, as far as it was checked. */
  readonly findings: readonly string[];
  readonly rounds: readonly Round[];
}

export async function generateAndCheck(
  figures: readonly PlantLitres[],
  llm: LanguageModel,
  mostRounds = 3,
): Promise<Checked> {
  const plants = figures.map((figure) => ({ ...figure }));
  const rounds: Round[] = [];
  let notice: string | undefined;
  let findings: readonly string[] = [];
  while (rounds.length < mostRounds) {
    const before = findings.length === 0 ? {} : { findings: findings.join("\n") };
    const written = await run(writer, { llm, context: { plants, ...before } });
    const checked = await chain(written, checker, { llm, context: { plants } });
    rounds.push({ written, checked });
    if (written.ok) notice = written.return.notice;
    if (!checked.ok) return { outcome: "failed", notice, findings, rounds };
    findings = checked.return.findings;
    if (findings.length === 0) return { outcome: "right", notice, findings, rounds };
  }
  return { outcome: "wrong", notice, findings, rounds };
}
