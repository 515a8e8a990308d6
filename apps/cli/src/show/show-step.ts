// Reads a step from a file or from standard input, and shows it.

import { describeStep, type DescribeOptions, type SpanKind } from "@ptc/subagent/description";
import { stepFromJson } from "@ptc/subagent/step-json";
import { parseJson } from "../files/parse-json.ts";
import { readStandardInput, readTextFile } from "../files/read-text.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { styleFor, type Style, type StyleName } from "../terminal/style.ts";
import { UsageError } from "../terminal/usage-error.ts";

const widths = { least: 40, piped: 80, most: 100 } as const;

const styles: Readonly<Partial<Record<SpanKind, StyleName>>> = {
  heading: "bold",
  ok: "green",
  failed: "red",
  label: "cyan",
  note: "dim",
  comment: "dim",
  string: "green",
  keyword: "yellow",
  call: "cyan",
};

/** @throws UsageError for a file that holds no step */
export async function showStep(
  host: Host,
  path: string,
  options: Omit<DescribeOptions, "width" | "highlight">,
): Promise<ExitCode> {
  const step = await readStep(host, path);
  const style = styleFor(host.output, host);
  const text = describeStep(step, {
    ...options,
    width: widthOf(host),
    highlight: (kind, text) => coloured(kind, text, style),
  });
  await write(host.output, `${text}\n`);
  return exitCode.ok;
}

async function readStep(host: Host, path: string) {
  const text =
    path === "-" ? await readStandardInput(host, "step") : readTextFile(host, path, "step");
  const where = path === "-" ? "standard input" : path;
  const json = parseJson(text);
  if (!json.ok) throw new UsageError(`${where}: ${json.message}; ${advice}`);
  const read = await stepFromJson(json.value);
  if (!read.ok) throw new UsageError(`${where}: ${read.message}; ${advice}`);
  return read.step;
}

const advice = "ptc run --step step.json writes one, and a trace is shown by ptc trace";

function widthOf({ output }: Host): number {
  const columns = output.columns ?? widths.piped;
  return Math.max(widths.least, Math.min(widths.most, columns));
}

function coloured(kind: SpanKind, text: string, style: Style): string {
  const name = styles[kind];
  return name === undefined ? text : style(name, text);
}
