// Decrypts a record, and checks that its texts are those that were written: none is missing,
// repeated or from another place.

import type { StoredRecord } from "./run-store.ts";
import { sealedText, type SealedPlace, type SealedText, type Sealer } from "./sealed-text.ts";

/** @throws StoreError `key` or `damaged` */
export async function openedRecord(
  sealer: Sealer,
  record: StoredRecord,
  readsClear: boolean,
): Promise<StoredRecord> {
  const stored = [...(record.snapshot === undefined ? [] : [record.snapshot]), ...record.entries];
  const texts = stored.map(sealedText);
  assertPlaces(sealer, record, texts, readsClear);
  const opened = await Promise.all(
    stored.map(async (text, index) => {
      const sealed = texts[index];
      return sealed === undefined ? text : await sealer.opened(record, sealed);
    }),
  );
  const { snapshot, entries, ...summary } = record;
  const first = snapshot === undefined ? 0 : 1;
  return {
    ...summary,
    ...(snapshot === undefined || texts[0]?.role === "none" ? {} : { snapshot: opened[0] ?? "" }),
    entries: opened.slice(first, first + entries.length).filter((_, index) => {
      return texts[first + index]?.role !== "mark";
    }),
  };
}

/**
 * The snapshot is the first text of its change. Each other text follows the one before it, and the
 * last one is the last of the change that made the present version.
 */
function assertPlaces(
  sealer: Sealer,
  record: StoredRecord,
  texts: readonly (SealedText | undefined)[],
  readsClear: boolean,
): void {
  const hasSnapshot = record.snapshot !== undefined;
  // Clear changes may have had no text.
  let next: SealedPlace | undefined = hasSnapshot || readsClear ? undefined : [1, 0, 1];
  for (const [index, text] of texts.entries()) {
    if (text === undefined) {
      if (!readsClear || texts.slice(0, index).some((before) => before !== undefined))
        throw sealer.wrong(
          "key",
          record,
          "a text isn't encrypted: it was written without keys, or replaced. To read clear texts of an earlier time, pass readsClear: true",
        );
      // The first encrypted text can follow any clear one.
      next = undefined;
      continue;
    }
    const [version, number, count] = text.place;
    const isSnapshot = text.role === "snapshot" || text.role === "none";
    const isExpected =
      isSnapshot === (hasSnapshot && index === 0) &&
      (next === undefined
        ? number === 0
        : version === next[0] && number === next[1] && (number === 0 || count === next[2]));
    if (!isExpected || number >= count) throw disordered(sealer, record, version);
    next = number + 1 < count ? [version, number + 1, count] : [version + 1, 0, 1];
  }
  const isWhole = next === undefined || (next[0] === record.version + 1 && next[1] === 0);
  if (!isWhole) throw disordered(sealer, record, record.version);
}

function disordered(sealer: Sealer, record: StoredRecord, version: number): Error {
  return sealer.wrong(
    "damaged",
    record,
    `a text at version ${String(version)} is missing, repeated or at another place: change the record only through this store, and restore it from a backup`,
  );
}
