// Chooses the model of `ptc run`: the option `--model`, a recording, or the agent's own llm.

import {
  hasRecording,
  loadNamedModel,
  loadRecordedModel,
  recordingPath,
  type LoadedModel,
} from "@ptc/subagent/internal/node";
import type { ModelChoice } from "@ptc/subagent";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { keyVariables } from "./provider-texts.ts";
import { providers } from "./provider-table.ts";

export interface ModelOptions {
  /** The value of `--model`, such as `anthropic:claude-sonnet-5`. */
  readonly model: string | undefined;
  /** The value of `--recording`, a file. */
  readonly recording: string | undefined;
  /** The llm of the mission's agent. */
  readonly own?: ModelChoice | undefined;
  /** Called with a line for each request that a person must answer. */
  readonly notice: (line: string) => void;
}

/**
 * Returns the model for the mission in `folder`, or for a mission without a folder.
 * @throws LoadError
 */
export async function chooseModel(
  host: Pick<Host, "folder" | "environment">,
  folder: string | undefined,
  { model, recording, own, notice }: ModelOptions,
): Promise<LoadedModel> {
  const named = (name: string, shown: string): Promise<LoadedModel> =>
    loadNamedModel(name, {
      providers,
      environment: host.environment,
      folder: host.folder,
      shown,
      notice,
    });
  if (model !== undefined && recording !== undefined)
    throw new UsageError("use either --model or --recording, not both");
  if (model !== undefined) return named(model, `--model ${model}`);
  if (recording !== undefined) return loadRecordedModel(host, recording);
  if (folder === undefined)
    throw new UsageError(
      `choose the model with --model provider:name, with one of ${Object.keys(providers).join(", ")} (their keys come from ${keyVariables}), or replay answers with --recording file.json`,
      { isAboutArguments: true },
    );
  if (hasRecording(host, folder)) return loadRecordedModel(host, recordingPath(folder));
  if (own === undefined)
    throw new UsageError(
      `${recordingPath(folder)}: no such file, and the agent has no llm (use --model or --recording)`,
    );
  if (typeof own === "string") return named(own, `the agent's llm ${JSON.stringify(own)}`);
  const name = typeof own === "function" ? "a function" : `${own.modelId} (${own.provider})`;
  return { model: own, heading: [`Model: ${name}, the agent's own llm, called live.`] };
}
