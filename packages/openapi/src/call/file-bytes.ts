// Reads the bytes of a host file for a body.

import type { HostFile } from "@ptc/core/values";
import { wrongArguments } from "./failures.ts";

/** @throws ToolFailure for a file without local bytes */
export function fileBytes(file: HostFile): Uint8Array<ArrayBuffer> {
  const content = file.content();
  if (content === undefined)
    throw wrongArguments("only the file's fields are available, not its bytes");
  if ("url" in content)
    throw wrongArguments("the file is given by its URL, so its bytes can't be sent");
  const { data } = content;
  return typeof data === "string"
    ? Uint8Array.from(atob(data), (unit) => unit.charCodeAt(0))
    : data;
}
