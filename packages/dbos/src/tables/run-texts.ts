// The texts of runs as they are stored: in clear, or encrypted with the keys of the host. Each
// encrypted text is bound to its run and its place, so it can't be moved to another one.

import { sealedText, Sealer } from "@ptc/core/internal/store";
import { StoreError, type RecordKey, type StoreKeys } from "@ptc/core/store";

/** Where a text is stored. */
export interface TextPlace {
  readonly record: RecordKey;
  readonly at: readonly [version: number, index: number, count: number];
}

/** The columns of a run with texts. Their order is stored, so add new ones at the end. */
export const textColumns = ["input", "state", "pending", "failure", "reason"] as const;
export type TextColumn = (typeof textColumns)[number];

export class RunTexts {
  readonly isEncrypted: boolean;
  private readonly sealer: Sealer | undefined;

  /** @throws OptionError */
  constructor(keys: StoreKeys | undefined) {
    this.isEncrypted = keys !== undefined;
    this.sealer = keys === undefined ? undefined : new Sealer("the database", keys);
  }

  /** Returns a text as it is stored. */
  async stored(place: TextPlace, text: string): Promise<string> {
    return (await this.sealer?.sealed(place.record, "entry", place.at, text)) ?? text;
  }

  /** Returns the text of a stored one. @throws StoreError `key` */
  async opened({ record, at }: TextPlace, stored: string): Promise<string> {
    const sealed = sealedText(stored);
    const { sealer } = this;
    if (sealer === undefined) {
      if (sealed === undefined) return stored;
      throw new StoreError(
        "key",
        `the database: ${record.kind} ${JSON.stringify(record.id)}: it is encrypted: pass \`encryption\` with the key ${JSON.stringify(sealed.keyId)}`,
      );
    }
    if (sealed === undefined)
      throw sealer.wrong(
        "key",
        record,
        "a text isn't encrypted: it was written without keys, or replaced",
      );
    // The place where it was found, and not the one that it names.
    return await sealer.opened(record, { ...sealed, role: "entry", place: at });
  }

  /** Encrypts a stored text with the current key. Undefined if it has that key. */
  async renewed(place: TextPlace, stored: string): Promise<string | undefined> {
    if (sealedText(stored)?.keyId === this.sealer?.currentId) return undefined;
    return await this.stored(place, await this.opened(place, stored));
  }
}

/** The place of a column of a run. */
export function columnPlace(id: string, column: TextColumn): TextPlace {
  return { record: { kind: "run", id }, at: [0, textColumns.indexOf(column), 0] };
}

/** The place of a step of a pass. */
export function stepPlace(id: string, pass: number, step: number): TextPlace {
  return { record: { kind: "run", id }, at: [pass, step, 1] };
}

/** The place of a decision about a call. */
export function decisionPlace(call: string): TextPlace {
  return { record: { kind: "inbox", id: call }, at: [1, 0, 1] };
}

/** The place of a change of a journal. */
export function journalPlace(id: string): TextPlace {
  return { record: { kind: "journal", id }, at: [1, 0, 1] };
}
