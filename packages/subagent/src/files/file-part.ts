// Converts a context file to the form used in messages.

import type { Firewall } from "@ptc/core/firewall";
import type { HostFile } from "@ptc/core/values";
import type { FilePart, UserPart } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { shownFileName } from "./file-mark.ts";

/** Returns the content of a message: its text, followed by `files`. */
export function contentWithFiles(
  text: string,
  files: readonly HostFile[],
  firewall: Firewall,
): string | readonly UserPart[] {
  return files.length === 0
    ? text
    : [{ type: "text", text }, ...files.map((file) => filePart(file, firewall))];
}

/** Converts a file. It has no bytes if only its fields were stored, as in a replayed run. */
export function filePart(file: HostFile, firewall: Firewall): FilePart {
  const { name, media_type: mediaType, digest } = file;
  const filename = name === undefined ? undefined : shownFileName(name, firewall);
  return {
    type: "file",
    mediaType,
    ...presentFields({ filename }),
    digest,
    ...(file.content() ?? { data: new Uint8Array() }),
  };
}
