// `ptc eval`: evaluates one program or, with --batch, one for each line of the input.

import type { Tools } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/errors";
import { renderFail, run, type LispStep } from "@ptc/lisp";
import type { OptionSpecs, ParsedArguments } from "../arguments/command-spec.ts";
import { limitOptions, limitsOf } from "../arguments/limit-options.ts";
import type { Contract } from "../eval/read-signature.ts";
import { readProgram } from "../eval/read-program.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor } from "../terminal/style.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { jsonLine } from "../values/json-line.ts";
import {
  failAnswer,
  programAnswer,
  tooLarge,
  valueText,
  type ProgramAnswer,
} from "../values/program-answer.ts";
import type { Command } from "./command.ts";

const options: OptionSpecs = {
  file: { short: "f", value: "file", description: "read the program from a file", offer: "files" },
  context: {
    short: "c",
    value: "file.json",
    description: "a JSON object, whose fields are data/…; a list or JSON lines are data/rows",
    offer: "files",
  },
  signature: {
    value: "signature",
    description: "what the context holds and the program returns: '(x :int) -> :string'",
  },
  tools: {
    value: "module.ts",
    description: "a module whose exports are the tools of the program: tool/name",
    offer: "files",
  },
  json: { description: "print one line of JSON" },
  batch: { description: "read JSON lines, answer each with a JSON line" },
  ...limitOptions,
};

export const evalCommand: Command = {
  name: "eval",
  summary: "evaluate a program",
  usage: [
    "'(+ 1 2)' [--context file.json] [--json]",
    "program.clj [--context file.json] [--json]",
    "'(count data/rows)' --context - < rows.jsonl",
    "'(tool/fetch {:id data/id})' --tools tools.ts --signature '(id :int) -> :string'",
    "- < program.clj",
    "--batch [requests.jsonl | -]",
  ],
  arguments: [{ name: "program", isOptional: true, offer: "files" }],
  options,
  notes: [
    "An argument that is the name of a file is read. With - the program, or the context, is standard input.",
    "The value is printed as Clojure text, after what the program printed. A failure goes to standard error.",
    "A tool is a function, or an object with execute and what else a tool of @ptc/lisp has; a default export has them as its fields. The module runs as you do: it is not in the sandbox.",
    `--json prints {"ok","return","text","fail","prints","usage"}.`,
    `--batch takes lines {"id","program","context"?,"memory"?,"tools"?,"timeout"?,"signature"?} and answers each, in order, with {"id","ok","return","text","fail","prints","memory"}. "timeout" is in milliseconds. "tools" is a list of names that echo their arguments, or an object of name to "echo", {"returns": value}, {"error": message} or {"throws": message}. A malformed line is answered with the reason invalid_request; the exit code is 0 unless the input cannot be read.`,
  ],
  run: (parsed, host) =>
    parsed.flags.has("batch") ? evaluateBatch(parsed, host) : evaluateOne(parsed, host),
};

async function evaluateBatch(parsed: ParsedArguments, host: Host): Promise<ExitCode> {
  const misplaced = Object.keys(options).find(
    (name) => name !== "batch" && (parsed.flags.has(name) || parsed.values.has(name)),
  );
  if (misplaced !== undefined)
    throw new UsageError(
      `--${misplaced} does not go with --batch: each line brings its own program, context and timeout`,
      { isAboutArguments: true },
    );
  const { runBatch } = await import("../batch/run-batch.ts");
  return runBatch(host, parsed.positionals[0] ?? "-");
}

async function evaluateOne(parsed: ParsedArguments, host: Host): Promise<ExitCode> {
  const limits = limitsOf(parsed);
  const contract = await contractOf(parsed);
  const contextFile = parsed.values.get("context");
  const source = await readProgram(host, {
    argument: parsed.positionals[0],
    file: parsed.values.get("file"),
    isInputTaken: contextFile === "-",
  });
  const read = await contextOf(contextFile, host);
  const context = contract?.checkedContext(read) ?? read;
  const tools = await toolsOf(parsed, host);
  const step = await run(source, {
    context,
    limits,
    tools,
    // A signature checks host values; without one the value is printed as the language has it.
    ...(contract === undefined
      ? { collections: "language" }
      : { collections: "native", returns: contract.returns }),
  });
  await (parsed.flags.has("json")
    ? showJson(step, host, contract !== undefined)
    : showText(step, host));
  return step.ok ? exitCode.ok : exitCode.failed;
}

async function contractOf({ values }: ParsedArguments): Promise<Contract | undefined> {
  const text = values.get("signature");
  if (text === undefined) return undefined;
  const { readSignature } = await import("../eval/read-signature.ts");
  return readSignature(text);
}

async function contextOf(
  file: string | undefined,
  host: Host,
): Promise<Readonly<Record<string, unknown>>> {
  if (file === undefined) return {};
  const { readContext } = await import("../eval/read-context.ts");
  return readContext(host, file);
}

async function toolsOf({ values }: ParsedArguments, { folder }: Host): Promise<Tools> {
  const path = values.get("tools");
  if (path === undefined) return {};
  const { loadTools } = await import("../tools/load-tools.ts");
  return loadTools({ folder, path });
}

async function showJson(step: LispStep, host: Host, isJudged: boolean): Promise<void> {
  const line = (answer: ProgramAnswer): string | undefined =>
    jsonLine({ ...answer, usage: step.usage });
  await write(
    host.output,
    `${line(programAnswer(step, isJudged)) ?? line(failAnswer(tooLarge)) ?? "{}"}\n`,
  );
}

async function showText(step: LispStep, host: Host): Promise<void> {
  for (const text of step.prints) await writeLine(host.output, text);
  const text = step.ok ? valueText(step.value) : undefined;
  if (text !== undefined) {
    await writeLine(host.output, text);
    return;
  }
  const fail = step.ok ? tooLarge : step.fail;
  await write(host.errors, `${styleFor(host.errors, host)("red", oneLine(fail.reason, 100))}: `);
  await writeLine(host.errors, renderFail(fail));
}
