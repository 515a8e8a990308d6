// Evaluates one program and shows the result.

import type { Tools } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/internal/errors";
import { renderFail, run, type Libraries, type LispStep } from "@ptc/lisp";
import { jsonLine } from "@ptc/core/internal/json";
import type { ParsedArguments } from "../arguments/command-spec.ts";
import { limitsOf } from "../arguments/limit-options.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host, TextOutput } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import {
  failResult,
  programResult,
  tooLarge,
  valueText,
  type ProgramResult,
} from "../values/program-result.ts";
import { readProgram } from "./read-program.ts";
import type { Contract } from "./read-signature.ts";

/** The inputs of a program besides its source. */
export interface ProgramInputs {
  readonly contract?: Contract | undefined;
  readonly context?: (() => Promise<Readonly<Record<string, unknown>>>) | undefined;
  readonly tools?: (() => Promise<Tools>) | undefined;
  readonly libraries?: (() => Promise<{ readonly libraries?: Libraries }>) | undefined;
}

export async function evaluateProgram(
  parsed: ParsedArguments,
  host: Host<TextOutput>,
  { contract, context: readContext, tools: loadTools, libraries: load }: ProgramInputs = {},
): Promise<ExitCode> {
  const limits = limitsOf(parsed);
  const source = await readProgram(host, {
    argument: parsed.positionals[0],
    file: parsed.values.get("file"),
    isInputTaken: parsed.values.get("context") === "-",
  });
  const read = (await readContext?.()) ?? {};
  const context = contract?.checkedContext(read) ?? read;
  const tools = (await loadTools?.()) ?? {};
  const step = await run(source, {
    ...(await load?.()),
    context,
    limits,
    tools,
    // A signature checks host values. Without one, the language value is printed.
    ...(contract === undefined
      ? { collections: "language" }
      : { collections: "native", returns: contract.returns }),
  });
  await (parsed.flags.has("json")
    ? showJson(step, host, contract !== undefined)
    : showText(step, host));
  return step.ok ? exitCode.ok : exitCode.failed;
}

async function showJson(step: LispStep, host: Host<TextOutput>, isChecked: boolean): Promise<void> {
  const line = (answer: ProgramResult): string | undefined =>
    jsonLine({ ...answer, usage: step.usage });
  await write(
    host.output,
    `${line(programResult(step, isChecked)) ?? line(failResult(tooLarge)) ?? "{}"}\n`,
  );
}

async function showText(step: LispStep, host: Host<TextOutput>): Promise<void> {
  for (const text of step.prints) await writeLine(host.output, text);
  const style = styleFor(host.errors, host);
  for (const warning of step.warnings ?? []) {
    await write(host.errors, `${style("yellow", "warning")}: `);
    await writeLine(host.errors, oneLine(warning, 1_000));
  }
  const text = step.ok ? valueText(step.value) : undefined;
  if (text !== undefined) {
    await writeLine(host.output, text);
    return;
  }
  const fail = step.ok ? tooLarge : step.fail;
  await write(host.errors, `${style("red", oneLine(fail.reason, 100))}: `);
  await writeLine(host.errors, renderFail(fail));
}
