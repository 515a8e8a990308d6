// `npm run bench -- peers [--write] [--rounds <n>]`: runs our engine and the others on the same
// programs and prints the comparison. `--write` also writes it to the document.
import { arch, availableParallelism, loadavg, platform } from "node:os";
import { writeReportPart } from "../report.ts";
import { coldStart } from "./cold-start.ts";
import { renderDocument } from "./document.ts";
import { engines } from "./engines.ts";
import { mixedRow } from "./mixed-row.ts";
import { race } from "./race.ts";
import { duration, type Row } from "./row.ts";
import { versionOf } from "./versions.ts";

const ROUNDS = 15;

export async function comparePeers(options: readonly string[]): Promise<void> {
  const rounds = roundsOf(options);
  const [load = Number.NaN] = loadavg();
  const say = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };
  const coldStarts = coldStart(rounds, say);
  const rows = tableRows(await race(rounds, say), coldStarts);
  const document = renderDocument(rows, {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    platform: `${platform()} ${arch()}, ${String(availableParallelism())} cores`,
    load,
    rounds,
    coldStarts: rounds,
    engines: engines.map((engine) => ({ engine, version: versionOf(engine) })),
  });
  console.log(`${document}\n${timesText(rows)}`);
  writeReportPart(options, "peers", document);
}

/**
 * Returns the rows of the table. Reduces the small programs to two rows: the one with a promise,
 * and the median of all.
 */
function tableRows(rows: readonly Row[], coldStarts: readonly Row[]): readonly Row[] {
  const mixes = ["source", "prepared"].flatMap((mix) => [
    ...rows.filter((row) => row.mix === mix && row.targets.length > 0),
    mixedRow(
      `thirteen small programs, the median, ${mix === "source" ? "from source" : "prepared"}`,
      mix,
      rows,
    ),
  ]);
  return [...mixes, ...rows.filter(({ mix }) => mix === undefined), ...coldStarts];
}

/** Returns the medians in microseconds, for work on this machine; no document contains them. */
function timesText(rows: readonly Row[]): string {
  const line = (row: Row): string =>
    `${row.name}\n${engines
      .flatMap(({ name, title }) => {
        const time = duration(row, name);
        return time === undefined ? [] : [`${time.median.toFixed(1).padStart(14)} µs  ${title}`];
      })
      .join("\n")}`;
  return `Times of this run on this machine:\n${rows.map(line).join("\n")}`;
}

function roundsOf(options: readonly string[]): number {
  const place = options.indexOf("--rounds");
  const rounds = place < 0 ? ROUNDS : Number(options[place + 1]);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error("--rounds wants a number of rounds, such as 15");
  return rounds;
}
