// The variants of `ptc eval-missions`: each model with each mode.

import { join, resolve } from "node:path";
import { directVariant, type EvalVariant } from "@ptc/evals";
import { createManualModel } from "@ptc/llm/node";
import { manualProvider } from "@ptc/subagent/internal/node";
import type { ModeName } from "@ptc/subagent";
import { chooseModel } from "../models/choose-model.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { evalModes } from "./eval-names.ts";
import { fileName } from "./file-name.ts";

export interface VariantChoice {
  readonly models: readonly string[];
  readonly modes: readonly string[];
  /** False to end instead of waiting for a person's answers. */
  readonly waits: boolean;
  readonly notice: (line: string) => void;
}

/** Returns a variant for each model and mode. @throws LoadError */
export async function chosenVariants(
  host: Pick<Host, "folder" | "environment">,
  { models, modes, waits, notice }: VariantChoice,
): Promise<readonly EvalVariant[]> {
  const unknown = modes.find((mode) => !(evalModes as readonly string[]).includes(mode));
  if (unknown !== undefined)
    throw new UsageError(`--mode needs one of ${evalModes.join(", ")}, got ${unknown}`, {
      isAboutArguments: true,
    });
  const variants: EvalVariant[] = [];
  for (const model of models)
    for (const mode of modes.length === 0 ? [undefined] : modes) {
      const name = nameOf(model, mode, { models, modes });
      const llm = model.startsWith(`${manualProvider}:`)
        ? manualModels(host, model.slice(manualProvider.length + 1), { name, waits, notice })
        : {
            llm: (await chooseModel(host, undefined, { model, recording: undefined, notice }))
              .model,
          };
      variants.push(variantOf({ name, ...llm }, mode));
    }
  return variants;
}

/** Names what differs between the variants. */
function nameOf(
  model: string,
  mode: string | undefined,
  { models, modes }: Pick<VariantChoice, "models" | "modes">,
): string {
  if (models.length > 1) return modes.length > 1 ? `${model} ${mode ?? ""}` : model;
  return mode ?? model;
}

function variantOf(variant: Omit<EvalVariant, "options">, mode: string | undefined): EvalVariant {
  if (mode === undefined) return variant;
  if (mode === "direct") return directVariant(variant);
  return { ...variant, options: { mode: mode as ModeName } };
}

/** Each run gets a folder of its own, so that a person plays one mission after the other. */
function manualModels(
  { folder: current }: Pick<Host, "folder">,
  given: string,
  { name, waits, notice }: Pick<VariantChoice, "waits" | "notice"> & { readonly name: string },
): Pick<EvalVariant, "llmOf"> {
  const root = resolve(current, given);
  return {
    llmOf: ({ caseName, repeat }) =>
      createManualModel({
        folder: join(
          root,
          fileName(name),
          `${fileName(caseName)}${repeat === 1 ? "" : `-${String(repeat)}`}`,
        ),
        ...{ continues: true, waits, readable: true, estimateUsage: true },
        onRequest: (request, answer) => {
          notice(`Request: ${request}. Write the answer to ${answer}.`);
        },
      }),
  };
}
