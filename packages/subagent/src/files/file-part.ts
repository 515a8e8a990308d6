// A file of a context as a message holds it.

import type { Firewall } from "@ptc/core/firewall";
import type { HostFile } from "@ptc/core/values";
import type { FilePart, UserPart } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { shownFileName } from "./file-mark.ts";

/** The content of a message with `files` behind its text. */
export function contentWithFiles(
  text: string,
  files: readonly HostFile[],
  firewall: Firewall,
): string | readonly UserPart[] {
  return files.length === 0
    ? text
    : [{ type: "text", text }, ...files.map((file) => filePart(file, firewall))];
}

/** A file of which only the fields were kept, as in a run that is played back, has no bytes. */
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
