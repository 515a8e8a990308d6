// Creates the model of a run: a provider's model by name, a model that people answer through files,
// or a recording.

import { relative, resolve } from "node:path";
import { LoadError } from "@ptc/core/internal/host";
import type { LanguageModel, ModelFunction } from "@ptc/llm";
import { createManualModel } from "@ptc/llm/node";
import { loadRecording } from "./load-recording.ts";
import { providerModel, type ProviderModelOptions } from "./provider-model.ts";
import type { CurrentFolder } from "@ptc/core/internal/node";

/** The name before the colon of a model that people answer through files. */
export const manualProvider = "manual";

/** A model and its description. */
export interface LoadedModel {
  readonly model: LanguageModel | ModelFunction;
  /** Lines that describe the model to a person before the run. */
  readonly heading: readonly string[];
}

/** The options of `loadNamedModel`. */
export interface NamedModelOptions extends ProviderModelOptions {
  /** Receives a line for each request that a person must answer. */
  readonly notice: (line: string) => void;
}

/**
 * Creates a model by a name of the form `provider:model` or `manual:folder`.
 * @throws LoadError for an unknown name, a missing package or a missing key
 */
export async function loadNamedModel(
  name: string,
  options: NamedModelOptions,
): Promise<LoadedModel> {
  const { providers, shown } = options;
  const colon = name.indexOf(":");
  const provider = name.slice(0, Math.max(0, colon));
  const rest = name.slice(colon + 1);
  if (colon === -1 || rest === "") {
    const known = Object.keys(providers).join(", ");
    throw new LoadError(
      `${shown}: expected provider:model with one of ${known}, or ${manualProvider}:folder`,
    );
  }
  if (provider === manualProvider) return manualModel(rest, options);
  return {
    model: await providerModel(provider, rest, options),
    heading: [`Model: ${rest} (${provider}), called live. Your provider may bill these requests.`],
  };
}

function manualModel(given: string, { folder: current, notice }: NamedModelOptions): LoadedModel {
  const shown = (path: string): string => relative(current, path);
  return {
    model: createManualModel({
      folder: resolve(current, given),
      onRequest: (request, answer) => {
        notice(`Request: ${shown(request)}. Write the answer to ${shown(answer)}.`);
      },
    }),
    heading: [`Model: answered by hand in ${given}.`],
  };
}

/** Creates a model from a recording of answers. @throws LoadError naming the file */
export function loadRecordedModel(current: CurrentFolder, file: string): LoadedModel {
  const recorded = loadRecording(current, file);
  const { model, recordedAt, note } = recorded.recording;
  return {
    model: recorded,
    heading: [
      // eslint-disable-next-line texts/shortened-texts -- the date of a timestamp is complete
      `Model: a recording of ${model} from ${recordedAt.slice(0, 10)}. Its answers are replayed in order, and no model is called.`,
      ...(note === undefined ? [] : [`  ${note.replace(/\s+/g, " ")}`]),
      "Only the model's programs are recorded. They run now, on current data.",
    ],
  };
}
