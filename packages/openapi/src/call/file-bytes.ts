// The bytes of a file of the host, for a body that holds them.

import type { HostFile } from "@ptc/core/values";
import { wrongArguments } from "./failures.ts";

/** @throws ToolFailure for a file whose bytes are not here */
export function fileBytes(file: HostFile): Uint8Array<ArrayBuffer> {
  const content = file.content();
  if (content === undefined)
    throw wrongArguments("of the file only its fields are left, and not its bytes");
  if ("url" in content)
    throw wrongArguments("the file is given by its URL, and its bytes are not here to be sent");
  const { data } = content;
  return typeof data === "string"
    ? Uint8Array.from(atob(data), (unit) => unit.charCodeAt(0))
    : data;
}
