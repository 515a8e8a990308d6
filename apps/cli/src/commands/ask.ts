// `ptc ask`: asks a question about data, with tools, without a mission folder.

import { presentFields } from "@ptc/core/internal/host";
import type { ParsedArguments } from "../arguments/command-spec.ts";
import { limitOptions, limitsOf } from "../arguments/limit-options.ts";
import { readStandardInput } from "../files/read-standard-input.ts";
import { keyVariables, modelOption } from "../models/provider-texts.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { librariesOption } from "../arguments/libraries-option.ts";
import type { Command } from "./command.ts";
import { runFileOptions } from "./run-file-options.ts";

export const askCommand: Command = {
  name: "ask",
  summary: "ask a model a question about your data and tools",
  usage: [
    `"Which order is the largest?" --context orders.json --model provider:name`,
    `"…" --tools tools.ts --tools more.ts --context orders=orders.csv --context notes.md`,
    `"…" --tools tools.ts --libraries libraries --context orders.csv`,
    `"What went wrong?" --context - --signature '() -> [:string]' < server.log`,
  ],
  arguments: [
    {
      name: "question",
      missing: "missing question: pass it as one argument, in quotes (- reads standard input)",
    },
  ],
  options: {
    model: modelOption,
    context: {
      short: "c",
      value: "[name=]file",
      isMany: true,
      description: "data for the question: JSON, CSV or text, from a file or standard input (-)",
      offer: "files",
    },
    tools: {
      value: "module.ts",
      isMany: true,
      description: "a module whose exports are tools of the agent",
      offer: "files",
    },
    ...librariesOption,
    signature: {
      value: "signature",
      description: "the types of the data and the answer: '(rows [:any]) -> {total :float}'",
    },
    "max-turns": { value: "turns", description: "the most turns of the model (default 5)" },
    recording: {
      value: "file.json",
      description: "replay the model's answers from this recording",
      offer: "files",
    },
    ...runFileOptions,
    "no-input": { description: "don't ask about calls that wait: store the state and end" },
    quiet: { short: "q", description: "show only the answer, failures, and calls that wait" },
    json: { description: "print only the step, as one line of JSON" },
    ...limitOptions,
  },
  notes: [
    "The answer goes to standard output, and progress and usage to standard error. So you can pass the answer to another command or to a file.",
    "The ending of a file's name says what it contains. The fields of a JSON object are data/…, and a list, JSON lines, .csv and .tsv are data/rows. Any other file is data/text. Values of tables are texts. With name=file, the data is data/name. Standard input is JSON or text.",
    "A tool is a function, or an object with execute and the other fields of a tool of @ptc/subagent, such as needsApproval. A default export has tools as its fields. The module runs with your permissions, outside the sandbox.",
    `--model needs the provider's package next to ptc or in the current folder (npm install @ptc/anthropic), and its key in ${keyVariables}. With manual:folder, you answer each request by writing a file there.`,
    "If a call needs an approval, ptc asks at a terminal. Otherwise it stores the state, prints the command ptc resume that continues it, and ends with exit code 3. The keys of checkpoints come from PTC_CHECKPOINT_KEY and PTC_ENCRYPTION_KEY.",
    "Limits apply to each program. --json prints the result of stepToJson from @ptc/subagent/step-json, including firewalled fields.",
  ],
  run: async (parsed, host) => {
    const { values, flags, lists, positionals } = parsed;
    const contexts = lists.get("context") ?? [];
    // Reports wrong numbers before reading anything.
    const limits = limitsOf(parsed);
    const maxTurns = maxTurnsOf(parsed);
    const { askQuestion } = await import("../ask/ask-question.ts");
    const { readsInput } = await import("../ask/read-contexts.ts");
    const question = await questionOf(positionals[0] ?? "", host, readsInput(contexts));
    return askQuestion(
      host,
      {
        question,
        folder: host.folder,
        tools: lists.get("tools") ?? [],
        contexts,
        limits,
        ...presentFields({
          maxTurns,
          signature: values.get("signature"),
          model: values.get("model"),
          libraries: values.get("libraries"),
          recording: values.get("recording"),
        }),
      },
      {
        trace: values.get("trace"),
        step: values.get("step"),
        checkpoint: values.get("checkpoint"),
        asks: !flags.has("no-input") && !flags.has("json"),
        isJson: flags.has("json"),
        isQuiet: flags.has("quiet"),
      },
    );
  },
};

function maxTurnsOf({ values }: ParsedArguments): number | undefined {
  const text = values.get("max-turns");
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError("--max-turns needs a whole number above 0", { isAboutArguments: true });
  return Number(text);
}

/** Returns the question. @throws LoadError for an empty one */
async function questionOf(text: string, host: Host, isInputTaken: boolean): Promise<string> {
  if (text === "-" && isInputTaken)
    throw new UsageError("standard input is used for the context; pass the question in quotes", {
      isAboutArguments: true,
    });
  const question = (text === "-" ? await readStandardInput(host, "question") : text).trim();
  if (question === "")
    throw new UsageError("the question is empty: pass it as one argument, in quotes", {
      isAboutArguments: true,
    });
  return question;
}
