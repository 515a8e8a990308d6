// Parts of a checkpoint that may contain firewalled values: outcomes of calls, a kept context, a
// journal. `storedPart` writes one, and `StoredParts` reads them.
//
//   with an encryption key    {"json": shown, "encrypted": "…"}
//   without                   {"json": with numbered marks, "hidden": references to the values}

import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import type { HiddenValue, StoredPart } from "../step/checkpoint.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { unreadable } from "./unreadable.ts";
import { shownInPieces } from "./checkpoint-mask.ts";
import { isPlainInPieces, textInPieces } from "./encoded-pieces.ts";
import { Marks, marksIn, withValues, type MarkedValue, type MaskText } from "./hidden-values.ts";
import { shortDigest, type PassedValues } from "./passed-values.ts";
import { canonicalJson, type Cipher, type Digests } from "./seal.ts";

/** How the firewalled values of parts are written and read. */
export interface PartSecrets {
  /** Encrypts them. Undefined: the parts refer to the values that the caller passes again. */
  readonly cipher: Cipher | undefined;
  /** Digests with the secret of the application. Undefined: the key would be in the checkpoint. */
  readonly digests: Digests | undefined;
  readonly passed: PassedValues;
}

/** Writes a part. `mask` hides the firewalled values in its texts. */
export async function storedPart(
  json: Json,
  firewall: Firewall,
  { cipher, digests, passed }: PartSecrets,
  mask: MaskText = (text) => firewall.mask(text),
): Promise<StoredPart> {
  if (await isPlainInPieces(json, firewall)) return { json };
  if (cipher !== undefined) {
    const shown = await shownInPieces(json, firewall);
    return shown === json
      ? { json }
      : { json: shown, encrypted: await cipher.encrypted(await textInPieces(json)) };
  }
  const marks = new Marks(firewall, mask);
  const marked = await marks.marked(json);
  if (marked === json) return { json };
  const hidden: HiddenValue[] = [];
  for (const value of marks.values) hidden.push(await hiddenValue(value, digests, passed));
  return { json: marked, hidden };
}

async function hiddenValue(
  { value, isShown }: MarkedValue,
  digests: Digests | undefined,
  passed: PassedValues,
): Promise<HiddenValue> {
  if (isShown && typeof value === "string") return { text: value };
  return {
    ...(await passed.placeOf(value)),
    ...(digests === undefined ? {} : { digest: await shortDigest(value, digests) }),
  };
}

/** The most units of all values that are put back, because marks can repeat long ones. */
const mostUnits = 64 * 1024 * 1024;
/** The most places that an error lists of one part. */
const mostPaths = 3;

/** Reads parts, and collects those whose values are missing. */
export class StoredParts {
  private readonly secrets: PartSecrets;
  private readonly missing: string[] = [];
  private isEncrypted = false;
  private units = 0;

  constructor(secrets: PartSecrets) {
    this.secrets = secrets;
  }

  /**
   * Returns the JSON of a part, with its firewalled values. `name` is for the error of
   * `assertComplete`.
   * @throws CheckpointError for a damaged part at `path`
   */
  async read(given: unknown, path: string, name: string): Promise<Json | undefined> {
    if (given === undefined) return undefined;
    if (!isObject(given) || given["json"] === undefined) throw unreadable(path, "no JSON");
    const { json, hidden, encrypted } = given as unknown as StoredPart;
    if (typeof encrypted === "string") {
      const opened = await this.secrets.cipher?.decrypted(encrypted);
      if (opened !== undefined) return parsed(opened, path);
      this.isEncrypted = true;
      this.missing.push(name);
      return json;
    }
    if (hidden === undefined) return json;
    if (!Array.isArray(hidden) || !hidden.every((value) => isObject(value)))
      throw unreadable(path, "no references to firewalled values");
    return await this.restored(json, hidden, path, name);
  }

  /** @throws CheckpointError with the problem `hidden`, which lists the missing values */
  assertComplete(): void {
    const { missing } = this;
    if (missing.length === 0) return;
    const shown = missing.slice(0, 10).join(", ");
    const more = missing.length > 10 ? ` and ${String(missing.length - 10)} more` : "";
    throw new CheckpointError(
      "hidden",
      `firewalled values are missing in ${shown}${more}: ` +
        (this.isEncrypted
          ? "pass the `encryptionKey` of the run that wrote the checkpoint"
          : "pass the same `context` and `memory`; values from tools need a run with an `encryptionKey`, which stores them encrypted"),
    );
  }

  private async restored(
    json: Json,
    hidden: readonly HiddenValue[],
    path: string,
    name: string,
  ): Promise<Json> {
    const { passed, digests } = this.secrets;
    const values = new Map<number, { readonly value: Json; readonly units: number }>();
    const missing: string[] = [];
    for (const [number, at] of await marksIn(json)) {
      const reference = hidden[number - 1];
      const value = reference === undefined ? undefined : await passed.valueOf(reference, digests);
      if (value === undefined) missing.push(at);
      else values.set(number, { value, units: canonicalJson(value).length });
    }
    if (missing.length > 0) {
      const paths = missing.slice(0, mostPaths).map((at) => shortened(at, 100));
      const more = missing.length > mostPaths ? ", …" : "";
      this.missing.push(`${name} (${paths.join(", ")}${more})`);
      return json;
    }
    return await withValues(json, (number, isPart) => {
      const known = values.get(number);
      if (known === undefined) return undefined;
      if (isPart && typeof known.value !== "string")
        throw unreadable(path, "a mark of another value within a text");
      this.units += known.units;
      if (this.units > mostUnits) throw unreadable(path, "too many firewalled values");
      return known.value;
    });
  }
}

function parsed(opened: string, path: string): Json {
  try {
    return JSON.parse(opened) as Json;
  } catch {
    throw unreadable(path, "no JSON");
  }
}
