// The model of `ptc run`: a recording, a provider's model by its name, or somebody who answers by
// files.

import { relative, resolve } from "node:path";
import type { LanguageModel, ModelFunction } from "@ptc/llm";
import { createManualModel } from "@ptc/llm/node";
import type { ModelChoice } from "@ptc/subagent";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { hasRecording, loadRecording } from "./load-recording.ts";
import { providerModel, providers } from "./model-providers.ts";

export interface LoadedModel {
  readonly model: LanguageModel | ModelFunction;
  /** What is said of it before the mission begins. */
  readonly heading: readonly string[];
}

export interface ModelWords {
  /** `anthropic:claude-sonnet-5` */
  readonly model: string | undefined;
  /** The file of a recording. */
  readonly recording: string | undefined;
  /** What the mission's agent brings along. */
  readonly own?: ModelChoice | undefined;
  /** Tells whoever answers by files that there is a request. */
  readonly notice: (line: string) => void;
}

/** @throws UsageError */
export async function loadModel(
  host: Host,
  folder: string,
  { model, recording, own, notice }: ModelWords,
): Promise<LoadedModel> {
  if (model !== undefined && recording !== undefined)
    throw new UsageError("--model and --recording: name one of them, the mission has one model");
  if (model !== undefined) return namedModel(host, model, `--model ${model}`, notice);
  if (own === undefined || recording !== undefined || hasRecording(host, folder))
    return recordedModel(host, folder, recording);
  if (typeof own === "string")
    return namedModel(host, own, `the agent's llm ${JSON.stringify(own)}`, notice);
  const name = typeof own === "function" ? "a function" : `${own.modelId} of ${own.provider}`;
  return { model: own, heading: [`Model: ${name}, which the agent brings. It is asked now.`] };
}

/** `given` is the place of the name, for messages. */
async function namedModel(
  host: Host,
  model: string,
  given: string,
  notice: (line: string) => void,
): Promise<LoadedModel> {
  const colon = model.indexOf(":");
  const name = model.slice(0, Math.max(0, colon));
  const rest = model.slice(colon + 1);
  if (colon === -1 || rest === "")
    throw new UsageError(`${given}: expected provider:model, with ${known()}`);
  if (name === "manual") return manualModel(host, rest, notice);
  const provider = providers.get(name);
  if (provider === undefined)
    throw new UsageError(`${given}: there is no provider ${name}: ${known()}`);
  return {
    model: await providerModel(host, provider, rest),
    heading: [`Model: ${rest} of ${name}. It is asked now, and costs what its provider takes.`],
  };
}

function known(): string {
  return `${[...providers.keys()].join(", ")}, or manual:folder`;
}

function manualModel(host: Host, given: string, notice: (line: string) => void): LoadedModel {
  const folder = resolve(host.folder, given);
  const shown = (path: string): string => relative(host.folder, path);
  return {
    model: createManualModel({
      folder,
      onRequest: (request, answer) => {
        notice(`Asked in ${shown(request)}; write the answer to ${shown(answer)}`);
      },
    }),
    heading: [`Model: whoever answers in ${given}.`],
  };
}

function recordedModel(host: Host, folder: string, file: string | undefined): LoadedModel {
  const recorded = loadRecording(host, folder, file);
  const { model, recordedAt, note } = recorded.recording;
  return {
    model: recorded,
    heading: [
      `Model: a recording. ${model} gave these answers on ${recordedAt.slice(0, 10)}; they are replayed in their order, and no model is called.`,
      ...(note === undefined ? [] : [`  ${note.replace(/\s+/g, " ")}`]),
      "The answer is not recorded: the programs run now, on today's data.",
    ],
  };
}
