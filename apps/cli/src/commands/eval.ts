// `ptc eval`: evaluates one program or, with --batch, one program per line of the input.

import type { Tools } from "@ptc/core/contracts";
import type { ParsedArguments } from "../arguments/command-spec.ts";
import { limitsOf } from "../arguments/limit-options.ts";
import { evalOptions, evalSpec } from "../eval/eval-spec.ts";
import { evaluateProgram } from "../eval/evaluate-program.ts";
import type { Contract } from "../eval/read-signature.ts";
import { givenLibraries } from "../library/given-libraries.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { Command } from "./command.ts";

export const evalCommand: Command = {
  ...evalSpec,
  run: (parsed, host) =>
    parsed.flags.has("batch") ? evaluateBatch(parsed, host) : evaluateOne(parsed, host),
};

async function evaluateBatch(parsed: ParsedArguments, host: Host): Promise<ExitCode> {
  const misplaced = Object.keys(evalOptions).find(
    (name) =>
      name !== "batch" &&
      name !== "libraries" &&
      (parsed.flags.has(name) || parsed.values.has(name)),
  );
  if (misplaced !== undefined)
    throw new UsageError(
      `--${misplaced} can't be used with --batch, because each line has its own program, context and timeout`,
      { isAboutArguments: true },
    );
  const { runBatch } = await import("../batch/run-batch.ts");
  return runBatch(
    host,
    parsed.positionals[0] ?? "-",
    await givenLibraries(host, parsed.values.get("libraries")),
  );
}

async function evaluateOne(parsed: ParsedArguments, host: Host): Promise<ExitCode> {
  // Reports wrong limits before reading anything.
  limitsOf(parsed);
  return evaluateProgram(parsed, host, {
    contract: await contractOf(parsed),
    context: () => contextOf(parsed, host),
    tools: () => toolsOf(parsed, host),
    libraries: () => givenLibraries(host, parsed.values.get("libraries")),
  });
}

async function contractOf({ values }: ParsedArguments): Promise<Contract | undefined> {
  const text = values.get("signature");
  if (text === undefined) return undefined;
  const { readSignature } = await import("../eval/read-signature.ts");
  return readSignature(text);
}

async function contextOf(
  { values }: ParsedArguments,
  host: Host,
): Promise<Readonly<Record<string, unknown>>> {
  const file = values.get("context");
  if (file === undefined) return {};
  const { readContext } = await import("../eval/read-context.ts");
  return readContext(host, file);
}

async function toolsOf({ values }: ParsedArguments, { folder }: Host): Promise<Tools> {
  const path = values.get("tools");
  if (path === undefined) return {};
  const { loadTools } = await import("@ptc/subagent/internal/node");
  return loadTools({ folder, path });
}
