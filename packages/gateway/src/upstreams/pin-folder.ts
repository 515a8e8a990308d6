// Remembers approved tools in a folder with one JSON file for each upstream, so that you can review
// and commit them. Processes that share it don't overwrite what another one stored.

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OptionError } from "@ptc/core/errors";
import { recordOf } from "@ptc/core/internal/values";
import { z } from "zod";
import { isUpstreamName } from "../config/upstream-names.ts";
import type { PinnedTools, PinStore } from "./pins.ts";
import type { ToolDigest } from "./tool-digest.ts";

const digest = z.string().max(100);
const fileForm = z.strictObject({
  version: z.literal(1),
  tools: z.record(
    z.string(),
    z.strictObject({ description: digest, input: digest, output: digest, hints: digest }),
  ),
});

/**
 * Returns a store of approved tools in a folder. Without a file, an upstream has none yet. Reading
 * rejects if its file is damaged, because an empty one would approve everything.
 */
export function pinFolder(folder: string): PinStore {
  return {
    read: async (upstream) => await readPins(fileOf(folder, upstream)),
    write: async (upstream, tools) => {
      const path = fileOf(folder, upstream);
      const sorted = [...tools].sort(([left], [right]) => (left < right ? -1 : 1));
      const data = { version: 1, tools: recordOf(sorted) };
      await mkdir(folder, { recursive: true });
      // A reader sees the old file or the new one.
      const draft = `${path}.${String(process.pid)}.new`;
      await writeFile(draft, `${JSON.stringify(data, null, 2)}\n`);
      await rename(draft, path);
    },
  };
}

/** @throws OptionError for a name that could lead to another folder */
function fileOf(folder: string, upstream: string): string {
  if (isUpstreamName(upstream)) return join(folder, `${upstream}.json`);
  throw new OptionError("upstream", "expected the name of an upstream");
}

async function readPins(path: string): Promise<PinnedTools | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw damaged(path, "it can't be read");
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw damaged(path, "it is not JSON");
  }
  const read = fileForm.safeParse(data);
  if (!read.success) throw damaged(path, "it has another form");
  return new Map<string, ToolDigest>(Object.entries(read.data.tools));
}

function damaged(path: string, why: string): Error {
  return new Error(
    `the file of approved tools ${path} is damaged (${why}): restore it, or delete it to approve all tools again`,
  );
}
