// `ptc eval-missions`: runs a suite of missions with models and modes side by side.

import { keyVariables, modelOption } from "../models/provider-texts.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { evalModes, shippedSuites } from "../evals/eval-names.ts";
import type { ParsedArguments } from "../arguments/command-spec.ts";
import type { Command } from "./command.ts";

export const evalMissionsCommand: Command = {
  name: "eval-missions",
  summary: "measure models, modes and prompts on a suite of missions",
  usage: [
    "<suite> --model provider:name [--model …] [--mode name …] [--repeats n]",
    "<suite> … [--tag text …] [--case name …] [--limit n] [--fail-under share]",
    "<suite> … [--html file] [--json file] [--junit file] [--max-cost n]",
    "<suite> --model manual:folder [--mode name …] --no-wait",
    "<suite> --against <folder of recordings>",
  ],
  arguments: [
    {
      name: "suite",
      missing: `missing suite: pass a module, or one of ${shippedSuites.join(", ")}`,
      offer: { filesOr: shippedSuites },
    },
  ],
  options: {
    model: { ...modelOption, isMany: true },
    mode: {
      value: "name",
      isMany: true,
      description: `how the model answers: ${evalModes.join(", ")} (default: that of each case)`,
      offer: evalModes,
    },
    repeats: { value: "n", description: "run each case n times (default 1)" },
    tag: { value: "text", isMany: true, description: "only cases with this tag" },
    case: { value: "name", isMany: true, description: "only the case with this name" },
    limit: { value: "n", description: "only the first n cases" },
    concurrency: { value: "n", description: "the most runs at once (default 4)" },
    "requests-per-minute": { value: "n", description: "the most requests in a minute per model" },
    "max-cost": {
      value: "dollars",
      description: "stop before the requests of this eval cost more",
    },
    id: { value: "name", description: "the name of this eval (default: the suite and the models)" },
    store: {
      value: "store",
      description: "keep results here (default: file:.ptc/evals/<id>/results.jsonl)",
    },
    record: {
      value: "folder",
      description: "record each run in a new file of this folder, for --against",
      offer: "files",
    },
    against: {
      value: "folder",
      description: "replay these recordings with today's cases, without models and tools",
      offer: "files",
    },
    html: { value: "file.html", description: "write the report as a page", offer: "files" },
    json: { value: "file.json", description: "write the report as JSON", offer: "files" },
    junit: { value: "file.xml", description: "write the report as JUnit XML", offer: "files" },
    "fail-under": {
      value: "share",
      description: "end with exit code 1 if a variant passes less, such as 0.9",
    },
    "no-wait": {
      description: "with manual:folder: write the open requests, and end instead of waiting",
    },
  },
  notes: [
    `The suites ${shippedSuites.join(", ")} are part of ptc. A module exports a suite of @ptc/evals as its default export, and may export variants.`,
    "Each --model with each --mode is a variant. The first one is the baseline of the comparisons. The mode direct calls the same tools one by one, without programs.",
    `--model needs the provider's package, and its key in ${keyVariables}.`,
    "A second call with the same id continues: runs with a result aren't repeated. Runs that failed because of the service are.",
    "With manual:folder, you are the model. Each run has a folder with request-0001.md; write the answer next to it. With --no-wait, call the command again after each round of answers.",
    "The price of models comes from a dated table. The cost of other models is unknown, never zero.",
    "Exit code 1: a variant is below --fail-under, or the eval was ended early. 3: requests wait for answers.",
  ],
  run: async (parsed, host) => {
    const { values, lists, flags, positionals } = parsed;
    const { runEvalMissions } = await import("../evals/run-eval-missions.ts");
    return runEvalMissions(host, {
      suite: positionals[0] ?? "",
      models: lists.get("model") ?? [],
      modes: lists.get("mode") ?? [],
      tags: lists.get("tag") ?? [],
      cases: lists.get("case") ?? [],
      repeats: wholeOption(parsed, "repeats"),
      limit: wholeOption(parsed, "limit"),
      concurrency: wholeOption(parsed, "concurrency"),
      requestsPerMinute: numberOption(parsed, "requests-per-minute"),
      maxCost: numberOption(parsed, "max-cost"),
      failUnder: shareOption(parsed),
      id: values.get("id"),
      store: values.get("store"),
      record: values.get("record"),
      against: values.get("against"),
      html: values.get("html"),
      json: values.get("json"),
      junit: values.get("junit"),
      waits: !flags.has("no-wait"),
    });
  },
};

/** @throws UsageError */
function wholeOption({ values }: ParsedArguments, name: string): number | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} needs a whole number from 1 to 999,999`, {
    isAboutArguments: true,
  });
}

/** @throws UsageError */
function numberOption({ values }: ParsedArguments, name: string): number | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  throw new UsageError(`--${name} needs a number from 0, such as 2.5`, { isAboutArguments: true });
}

/** @throws UsageError */
function shareOption(parsed: ParsedArguments): number | undefined {
  const share = numberOption(parsed, "fail-under");
  if (share === undefined || share <= 1) return share;
  throw new UsageError("--fail-under needs a share from 0 to 1, such as 0.9", {
    isAboutArguments: true,
  });
}
