// Keeps the tokens of a login in a file that only this user can read:
//
//   {"version":1,"url":"https://crm.example/mcp","client":{…},"tokens":{…}}
//
// They belong to the URL: an upstream that moved to another one needs a new login.

import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";
import type { Clock } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { sleep } from "@ptc/core/internal/contracts";
import { FileLock } from "@ptc/core/internal/node";
import { z } from "zod";
import { isUpstreamName } from "../config/upstream-names.ts";

/** Half a minute: a refresh is one request. */
const mostAttempts = 300;
const attemptPauseMs = 100;

const text = z.string().max(100_000);
const fileForm = z.object({
  version: z.literal(1),
  url: text,
  client: z.looseObject({
    client_id: text,
    client_secret: text.optional(),
    issuer: text.optional(),
  }),
  tokens: z
    .looseObject({
      access_token: text,
      token_type: text,
      refresh_token: text.optional(),
      issuer: text.optional(),
    })
    .optional(),
});

/** The result of a login. */
export interface Login {
  readonly client: StoredOAuthClientInformation;
  /** Undefined after the server refused them. */
  readonly tokens?: StoredOAuthTokens | undefined;
}

/** The file of one upstream. */
export class LoginFile {
  readonly path: string;
  private readonly folder: string;
  private readonly url: string;

  /** @throws OptionError for a name that could lead to another folder */
  constructor(folder: string, upstream: string, url: URL) {
    if (!isUpstreamName(upstream))
      throw new OptionError("upstream", "expected the name of an upstream");
    this.folder = folder;
    this.path = join(folder, `${upstream}.json`);
    this.url = url.href;
  }

  /** Returns the login for the URL if it can be used, and undefined otherwise. */
  async read(): Promise<Login | undefined> {
    let data: unknown;
    try {
      data = JSON.parse(await readFile(this.path, "utf8"));
    } catch {
      return undefined;
    }
    const read = fileForm.safeParse(data);
    if (!read.success || read.data.url !== this.url) return undefined;
    const { client, tokens } = read.data;
    return { client, ...(tokens === undefined ? {} : { tokens }) };
  }

  /**
   * Does the work while no other process, and no other work of this one, changes the file. A
   * refresh token is often valid once, so two refreshes at a time would lose the login.
   */
  async locked<Result>(clock: Pick<Clock, "sleep">, work: () => Promise<Result>): Promise<Result> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const lock = await this.lock(clock);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  private async lock(clock: Pick<Clock, "sleep">): Promise<FileLock> {
    for (let attempt = 1; ; attempt++)
      try {
        return FileLock.take(this.path);
      } catch (error) {
        if (attempt >= mostAttempts) throw error;
        await sleep(clock, attemptPauseMs, new AbortController().signal);
      }
  }

  /** Replaces the file. A reader sees the old one or the new one. */
  async write({ client, tokens }: Login): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // Tokens must not be committed.
    await writeFile(join(this.folder, ".gitignore"), "*\n");
    const data = { version: 1, url: this.url, client, ...(tokens === undefined ? {} : { tokens }) };
    const draft = `${this.path}.${String(process.pid)}.new`;
    await rm(draft, { force: true });
    await writeFile(draft, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await chmod(draft, 0o600);
    await rename(draft, this.path);
  }
}
