// The requests in a folder of a manual model. Each has a number. A run that continues finds the
// number of a request by its content, because requests of parallel missions come in any order.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "@ptc/core/internal/host";
import type { ModelRequest } from "../contract/model-request.ts";
import { ModelError } from "../errors/model-error.ts";
import { requestJson } from "./request-text.ts";

/** The largest request file that is read again, in bytes. */
const longestRequest = 50_000_000;
const requestName = /^request-(\d{4,9})\.json$/;

/** Assigns numbers to requests. */
export interface RequestFolder {
  /** Returns the number of a request, such as `0001`. It is new if the folder lacks its file. */
  numberOf(request: ModelRequest): { readonly number: string; readonly isNew: boolean };
}

/** @throws ModelError for requests of another run, unless the run continues it */
export async function openRequestFolder(
  folder: string,
  continues: boolean,
): Promise<RequestFolder> {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter((name) => requestName.test(name)).sort();
  if (names.length > 0 && !continues)
    throw new ModelError({
      kind: "invalid_request",
      message: `${folder} contains requests of another run; use an empty folder`,
      provider: "manual",
    });
  /** The numbers of requests that this run hasn't sent yet, by the hash of their content. */
  const waiting = new Map<string, string[]>();
  let last = 0;
  for (const name of names) {
    const number = requestName.exec(name)?.[1] ?? "";
    last = Math.max(last, Number(number));
    const content = await storedContent(join(folder, name));
    if (content === undefined) continue;
    const known = waiting.get(content);
    if (known === undefined) waiting.set(content, [number]);
    else known.push(number);
  }
  return {
    numberOf: (request) => {
      const known = continues ? waiting.get(contentOf(request))?.shift() : undefined;
      if (known !== undefined) return { number: known, isNew: false };
      last += 1;
      return { number: String(last).padStart(4, "0"), isNew: true };
    },
  };
}

/** Returns what identifies a request: all of it but its id, which another run doesn't repeat. */
function contentOf(request: ModelRequest): string {
  return hashOf(requestJson({ ...request, requestId: undefined }));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the content of a stored request, or undefined for a file that isn't one. */
async function storedContent(path: string): Promise<string | undefined> {
  if ((await stat(path)).size > longestRequest) return undefined;
  try {
    const stored: unknown = JSON.parse(await readFile(path, "utf8"));
    return isObject(stored)
      ? hashOf(`${JSON.stringify({ ...stored, requestId: undefined }, null, 2)}\n`)
      : undefined;
  } catch {
    return undefined;
  }
}
