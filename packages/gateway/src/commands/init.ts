// Writes a `ptc.json`, with the servers of other clients' files if the user wants them.

import { writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { LoadError } from "@ptc/core/internal/host";
import { recordOf } from "@ptc/core/internal/values";
import { configurationName } from "./configuration-file.ts";
import { foundFiles } from "./found-files.ts";
import type { GatewayHost } from "./host.ts";
import { includedServers, type IncludedServers } from "./included-servers.ts";
import { writeLines } from "./output.ts";
import type { GatewayRequest } from "./request.ts";

const schemaAddress = "https://unpkg.com/@ptc/gateway/ptc.schema.json";

/** A file whose servers may be included. */
interface Candidate extends IncludedServers {
  readonly path: string;
  readonly shown: string;
  /** Whether to include it without a question; undefined: ask. */
  readonly isWanted: boolean | undefined;
}

/** Writes the file, and never overwrites one. Resolves to the exit code. */
export async function init(request: GatewayRequest, host: GatewayHost): Promise<number> {
  const { config = configurationName, command } = request;
  const path = resolve(host.folder, config);
  const chosen: Candidate[] = [];
  for (const candidate of await candidates(request, host))
    if (candidate.isWanted ?? (await isAccepted(candidate, host))) chosen.push(candidate);
    else if (host.input.isTTY !== true)
      await writeLines(host.output, [
        `found ${described(candidate)}: include them with --include ${candidate.shown}`,
      ]);
  const { upstreams, notes } = merged(chosen);
  const file = {
    $schema: schemaAddress,
    upstreams: recordOf([...upstreams]),
    sessions: { store: ".ptc/sessions.db" },
  };
  try {
    await writeFile(path, `${JSON.stringify(file, null, 2)}\n`, { flag: "wx" });
  } catch (error) {
    throw unwritten(error, config);
  }
  await writeLines(host.output, [
    `wrote ${relative(host.folder, path) || path} with ${counted(upstreams.size)}`,
    ...notes.map((note) => `note: ${note}`),
    upstreams.size === 0
      ? 'next: add an upstream, such as "upstreams": { "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] } }'
      : `next: run \`${command} doctor\``,
  ]);
  return 0;
}

/** Never overwrites a file, so that a second `init` loses nothing. */
function unwritten(error: unknown, shown: string): LoadError {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new LoadError(
    code === "EEXIST"
      ? `${shown} exists, and isn't overwritten: edit it, or move it away first`
      : `${shown} can't be written: ${code === "ENOENT" ? "there is no such folder" : message}`,
  );
}

async function candidates(
  { include = [], yes }: GatewayRequest,
  { folder, environment }: GatewayHost,
): Promise<readonly Candidate[]> {
  const home = environment["HOME"] ?? environment["USERPROFILE"];
  const named = include.map((shown) => ({ path: resolve(folder, shown), shown, isWanted: true }));
  const found = foundFiles(folder, home)
    .filter(({ path }) => !named.some((other) => other.path === path))
    .map(({ path, shown, isOfProject }) => ({
      path,
      shown,
      isWanted: yes === true ? isOfProject : undefined,
    }));
  const all: Candidate[] = [];
  for (const { path, shown, isWanted } of [...named, ...found])
    all.push({ path, shown, isWanted, ...(await includedServers(path, shown)) });
  return all.filter(({ upstreams, isWanted }) => upstreams.size > 0 || isWanted === true);
}

async function isAccepted(candidate: Candidate, { input, output }: GatewayHost): Promise<boolean> {
  if (input.isTTY !== true) return false;
  const questions = createInterface({ input, output });
  try {
    const answer = await questions.question(`Include ${described(candidate)}? [Y/n] `);
    return ["", "y", "yes"].includes(answer.trim().toLowerCase());
  } finally {
    questions.close();
  }
}

function described({ shown, upstreams }: Candidate): string {
  return `${counted(upstreams.size)} of ${shown} (${[...upstreams.keys()].join(", ")})`;
}

function counted(count: number): string {
  return `${String(count)} upstream${count === 1 ? "" : "s"}`;
}

/** The first file wins if several have a server of the same name. */
function merged(files: readonly Candidate[]): IncludedServers {
  const upstreams = new Map<string, Readonly<Record<string, unknown>>>();
  const notes: string[] = [];
  for (const file of files) {
    for (const [name, upstream] of file.upstreams) {
      const other = upstreams.get(name);
      if (other === undefined) upstreams.set(name, upstream);
      else if (JSON.stringify(other) !== JSON.stringify(upstream))
        notes.push(`${name} of ${file.shown} is left out: another file has a server of this name`);
    }
    notes.push(...file.notes);
  }
  return { upstreams, notes };
}
