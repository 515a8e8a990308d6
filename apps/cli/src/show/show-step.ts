// Reads a step from a file or from standard input, and shows it.

import { LoadError } from "@ptc/core/internal/host";
import type { MissionStep } from "@ptc/subagent";
import { loadStep } from "@ptc/subagent/internal/node";
import { describeStep, type DescribeOptions, type SpanKind } from "@ptc/subagent/description";
import { readStandardInput } from "../files/read-standard-input.ts";
import { readTextFile } from "@ptc/core/internal/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { checkpointLines } from "../waiting/checkpoint-lines.ts";
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

/** Resolves to the exit code. @throws LoadError for a file that is not a step */
export async function showStep(
  host: Host,
  path: string,
  options: Omit<DescribeOptions, "width" | "highlight">,
): Promise<ExitCode> {
  const text = await readText(host, path);
  const checkpoint = checkpointLines(text);
  if (checkpoint !== undefined) {
    await write(host.output, `${checkpoint.join("\n")}\n`);
    return exitCode.ok;
  }
  const step = await readStep(text, path);
  const style = styleFor(host.output, host);
  const described = describeStep(step, {
    ...options,
    width: widthOf(host),
    highlight: (kind, text) => colored(kind, text, style),
  });
  await write(host.output, `${described}\n`);
  return exitCode.ok;
}

async function readText(host: Host, path: string): Promise<string> {
  return path === "-" ? await readStandardInput(host, "step") : readTextFile(host, path, "step");
}

async function readStep(text: string, path: string): Promise<MissionStep> {
  try {
    return await loadStep(text, path === "-" ? "standard input" : path);
  } catch (error) {
    if (error instanceof LoadError) throw new UsageError(`${error.message}\n${advice}`);
    throw error;
  }
}

const advice = "ptc run --step step.json writes a step. To show a trace, use ptc trace.";

function widthOf({ output }: Host): number {
  const columns = output.columns ?? widths.piped;
  return Math.max(widths.least, Math.min(widths.most, columns));
}

function colored(kind: SpanKind, text: string, style: Style): string {
  const name = styles[kind];
  return name === undefined ? text : style(name, text);
}
