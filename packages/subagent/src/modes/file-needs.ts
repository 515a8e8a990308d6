// Checks before the first request that the model accepts the files that a prompt attaches, by the
// capabilities it declares.

import type { Fail } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { HostFile } from "@ptc/core/values";
import type { LanguageModel, ModelCapabilities } from "@ptc/llm";
import { takesMediaType } from "@ptc/llm/adapter";
import { fileMark } from "../files/file-mark.ts";
import { answersFromRecording } from "../model/from-recording.ts";

/** Returns the failure for the first of `files` that can't be sent to `model`, if any. */
export function unsentFile(
  files: readonly HostFile[],
  model: LanguageModel,
  firewall: Firewall,
): Fail | undefined {
  return (
    untakenFile(files, model, firewall) ??
    (answersFromRecording(model) ? undefined : emptyFile(files, firewall))
  );
}

/** Returns the failure for a file without contents. Files from recordings have none. */
function emptyFile(files: readonly HostFile[], firewall: Firewall): Fail | undefined {
  const index = files.findIndex((file) => file.content() === undefined);
  const file = files[index];
  if (file === undefined) return undefined;
  return {
    reason: "template_error",
    message: `the prompt attaches ${fileMark(index + 1, file, firewall)}, but a recording stores only its fields: pass the file itself`,
  };
}

/** Returns the failure for a model that doesn't accept one of `files`. */
function untakenFile(
  files: readonly HostFile[],
  { capabilities, provider, modelId }: LanguageModel,
  firewall: Firewall,
): Fail | undefined {
  // A model written in JavaScript may not declare capabilities.
  const declared = capabilities as Partial<ModelCapabilities> | undefined;
  const [types, urlTypes] = [typesIn(declared?.files), typesIn(declared?.fileUrls)];
  for (const [index, file] of files.entries()) {
    const { media_type: mediaType } = file;
    const isTaken = takesMediaType(types, mediaType);
    if (isTaken && (!isUrl(file) || takesMediaType(urlTypes, mediaType))) continue;
    const takes = isTaken ? urlTypes : types;
    const accepted = isTaken
      ? `takes ${listed(takes, "no files")} by URL: pass the file's bytes as \`data\``
      : `takes ${listed(takes, "no files")}`;
    return {
      reason: "invalid_llm",
      message: `the prompt attaches ${fileMark(index + 1, file, firewall)}, and the model ${provider}/${modelId} ${accepted}`,
      details: {
        kind: "missing_capability",
        data: { capability: isTaken ? "fileUrls" : "files", mediaType, takes },
      },
    };
  }
  return undefined;
}

function isUrl(file: HostFile): boolean {
  const content = file.content();
  return content !== undefined && "url" in content;
}

function typesIn(declared: unknown): readonly string[] {
  return Array.isArray(declared)
    ? declared.filter((type: unknown): type is string => typeof type === "string")
    : [];
}

function listed(types: readonly string[], none: string): string {
  return types.length === 0 ? none : types.join(", ");
}
