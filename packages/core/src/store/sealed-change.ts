// Encrypts the texts of a change.

import { isCheckOnly } from "./change-checks.ts";
import type { RecordChange } from "./run-store.ts";
import type { SealedRole, Sealer } from "./sealed-text.ts";

/** A change without texts gets a mark, so that the places of a record have no gaps. */
export async function sealedChange(sealer: Sealer, change: RecordChange): Promise<RecordChange> {
  if (isCheckOnly(change)) return change;
  const { key, snapshot, entries = [] } = change;
  const texts: (readonly [SealedRole, string])[] = [
    ...(snapshot === undefined ? [] : [["snapshot", snapshot] as const]),
    ...entries.map((entry) => ["entry", entry] as const),
  ];
  if (texts.length === 0) texts.push(["mark", ""]);
  const all = await Promise.all(
    texts.map(([role, text], index) =>
      sealer.sealed(key, role, [change.version + 1, index, texts.length], text),
    ),
  );
  const [first] = all;
  return snapshot === undefined || first === undefined
    ? { ...change, entries: all }
    : { ...change, snapshot: first, entries: all.slice(1) };
}
