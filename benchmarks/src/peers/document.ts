// Writes the comparison as a document, with ratios between engines in one run. Omits times, because
// they are valid for one machine only.
import type { Spread } from "../median.ts";
import type { EngineEntry } from "./engine.ts";
import { markdownTable, ratioText } from "../report.ts";
import { findings } from "./findings.ts";
import { reasons } from "./reasons.ts";
import { slowness, type Row } from "./row.ts";
import { verdictsOf, type Verdict } from "./verdict.ts";

/** The facts about a run of the comparison that the document shows. */
export interface RunFacts {
  /** Such as `2026-01-31`. */
  readonly date: string;
  readonly node: string;
  readonly platform: string;
  /**
   * The average number of processes waiting for a processor just before the run: 0 on an idle
   * machine.
   */
  readonly load: number;
  readonly rounds: number;
  readonly coldStarts: number;
  readonly engines: readonly {
    readonly engine: EngineEntry;
    readonly version: string | undefined;
  }[];
}

export function renderDocument(rows: readonly Row[], facts: RunFacts): string {
  const peers = facts.engines.filter(({ engine }) => engine.name !== "ptc");
  return `${[
    "# Performance against peers",
    `Measured on ${facts.date} with Node ${facts.node} (${facts.platform}, load ${facts.load.toFixed(1)} before), with every engine in the same run. Each has one process, timed in turns, with
${String(facts.rounds)} rounds after a warm-up over all programs, and ${String(facts.coldStarts)} fresh processes for first answers. Before timing, all engines must
return the same answer. Ours runs with its limits on, so it counts every step and allocation. The peers use their default settings.`,
    `Each number is an engine's time divided by the time of \`@ptc/lisp\`: above 1, we are faster. Brackets contain the quartiles of the rounds. Compare
only numbers of one run.`,
    markdownTable(
      ["", ...peers.map(({ engine }) => engine.title)],
      rows.map((row) => [row.name, ...peers.map(({ engine }) => cell(row, engine))]),
    ),
    "## Promises",
    markdownTable(
      ["", "promised", "measured", ""],
      rows.flatMap((row) =>
        verdictsOf(row).map((verdict) => [
          row.name,
          verdict.promised,
          measured(verdict),
          outcome(verdict),
        ]),
      ),
    ),
    ...reasonsOf(rows),
    "## Where the time goes",
    findings.map(([row, finding]) => `**${row}.** ${finding}`).join("\n\n"),
    "## How each engine is used",
    facts.engines
      .map(
        ({ engine, version }) =>
          `- **${engine.title}**${version === undefined ? "" : ` ${version}`}: ${engine.unavailable === undefined ? engine.usage : `left out, ${engine.unavailable}`}`,
      )
      .join("\n"),
    `Each engine runs the program in its natural form (Python, JavaScript, Clojure), from source unless the row says otherwise. It gets data and
tools as its users pass them. The programs in the first rows run mixed in random order, and we report the median of their calls. For the other
rows, we measure processor time over all threads of the engine, so other work on the machine doesn't count. Only a clock shows parallel work
and waiting, so the row with \`pmap\` uses the clock.`,
  ].join("\n\n")}\n`;
}

/** Returns the known reasons for the rows that miss a promise. */
function reasonsOf(rows: readonly Row[]): readonly string[] {
  const known = rows
    .filter((row) => verdictsOf(row).some(({ isMet }) => isMet === false))
    .flatMap(({ name }) => {
      const reason = reasons.get(name);
      return reason === undefined ? [] : [`**${name}.** ${reason}`];
    });
  return known.length === 0 ? [] : ["## Reasons for missed promises", ...known];
}

function cell(row: Row, { name }: EngineEntry): string {
  const ratio = slowness(row, name);
  return ratio === undefined ? "–" : spreadText(ratio);
}

function measured({ measured: spread, isRatio }: Verdict): string {
  if (spread === undefined) return "not measured";
  return isRatio ? spreadText(spread) : "–";
}

function outcome({ isMet }: Verdict): string {
  return isMet === undefined ? "–" : isMet ? "met" : "**missed**";
}

function spreadText({ lower, median, upper }: Spread): string {
  return `${ratioText(median)} (${ratioText(lower)}–${ratioText(upper)})`;
}
