// Opens the SQLite file in which sessions outlive the process, and looks up its keys.

import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { shortestSecret } from "@ptc/core/internal/secret";
import type { RunStore, StoreKey, StoreKeys } from "@ptc/core/store";
import { openSqliteStore } from "@ptc/store-sqlite";
import type { SessionKeyReference, SessionSettings } from "../config/configuration.ts";
import { CredentialError, type Credentials } from "../config/credentials.ts";

/** Opens the file, and makes its folder, which only this user can read. @throws StoreError */
export async function openSessionStore(path: string): Promise<RunStore> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return await openSqliteStore(path);
}

/**
 * Looks up the keys that encrypt sessions. The first one encrypts; the others decrypt what they
 * encrypted before. Returns undefined without keys.
 * @throws CredentialError
 */
export async function sessionKeys(
  { keys: [current, ...previous] }: Pick<SessionSettings, "keys">,
  credentials: Credentials,
): Promise<StoreKeys | undefined> {
  if (current === undefined) return undefined;
  const before: StoreKey[] = [];
  for (const [index, reference] of previous.entries())
    before.push(await sessionKey(reference, `sessions.keys[${String(index + 1)}]`, credentials));
  return { current: await sessionKey(current, "sessions.keys[0]", credentials), previous: before };
}

async function sessionKey(
  { id, key }: SessionKeyReference,
  field: string,
  credentials: Credentials,
): Promise<StoreKey> {
  const text = await credentials.text(key, `${field}.key`, true);
  if (Buffer.byteLength(text) >= shortestSecret) return { id, key: text };
  throw new CredentialError(
    `${field}.key: the key has fewer than ${String(shortestSecret)} bytes: make one with \`openssl rand -base64 32\``,
  );
}
