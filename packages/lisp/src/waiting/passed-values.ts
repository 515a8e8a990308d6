// The values that the caller passes again when a run is resumed: its context and its memory. A
// checkpoint without an encryption key refers to firewalled values in them.

import { nextTask } from "@ptc/core/internal/task";
import type { Json } from "@ptc/core/encoding";
import type { Firewall } from "@ptc/core/firewall";
import { firewalledMarker } from "@ptc/core/internal/values";
import type { HiddenValue } from "../step/checkpoint.ts";
import { canonicalJson, type Digests } from "./seal.ts";

/** At most this many values are candidates, and at most this many units of their JSON. */
const mostCandidates = 20_000;
const mostUnits = 4_000_000;
const longestCandidate = 20_000;
/** The places that are known of one value. */
const mostPlaces = 10;
/** The number of visited values after which other work of the host gets a turn. */
const visitedPerTask = 2_000;
const digestsAtOnce = 64;

/** The forms in which a text or number can be part of a text. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trimmed: (text) => text.trim(),
};

interface Candidate {
  readonly source: string;
  /** The way to the value, from the inside out. */
  readonly step: Step | undefined;
  readonly form: string | undefined;
  readonly value: Json;
  /** The value whose form this is. */
  readonly whole: Json;
  /** True if the value is within a firewalled field. */
  readonly isHidden: boolean;
}

interface Step {
  readonly index: number;
  readonly above: Step | undefined;
}

/** Finds firewalled values among those that the caller passes again. */
export class PassedValues {
  private readonly read: () => Readonly<Record<string, Json>>;
  private readonly firewall: Firewall;
  private known: Readonly<Record<string, Json>> | undefined;
  private index: Promise<ReadonlyMap<string, readonly Candidate[]>> | undefined;
  private digests: Promise<ReadonlyMap<string, Json>> | undefined;
  private readonly names = new WeakMap<object, readonly string[]>();

  /** `read` returns the values as tagged JSON by the names of sources. It is called once. */
  constructor(read: () => Readonly<Record<string, Json>>, firewall: Firewall) {
    this.read = read;
    this.firewall = firewall;
  }

  /** Returns a place where `value` is, and where it is firewalled too. */
  async placeOf(value: Json): Promise<Pick<HiddenValue, "at" | "form"> | undefined> {
    const found = (await this.candidates()).get(canonicalJson(value));
    const hidden = found?.find((candidate) => this.hides(candidate));
    if (hidden === undefined) return undefined;
    const indexes: number[] = [];
    for (let { step } = hidden; step !== undefined; step = step.above) indexes.push(step.index);
    return {
      at: [hidden.source, ...indexes.reverse()],
      ...(hidden.form === undefined ? {} : { form: hidden.form }),
    };
  }

  /** Returns the value to which a checkpoint refers. */
  async valueOf(hidden: HiddenValue, digests: Digests | undefined): Promise<Json | undefined> {
    const { text, digest } = hidden;
    if (typeof text === "string") return text;
    const value = this.valueAt(hidden);
    if (digest === undefined) return value;
    if (digests === undefined) return undefined;
    if (value !== undefined && (await shortDigest(value, digests)) === digest) return value;
    return (await this.digested(digests)).get(digest);
  }

  private valueAt({ at, form }: HiddenValue): Json | undefined {
    if (!Array.isArray(at)) return undefined;
    const [source, ...indexes] = at as readonly unknown[];
    let value: Json | undefined =
      typeof source === "string" && Object.hasOwn(this.sources, source)
        ? this.sources[source]
        : undefined;
    for (const index of indexes) {
      if (typeof value !== "object" || value === null || !Number.isSafeInteger(index))
        return undefined;
      const child = value as Readonly<Record<string, Json>>;
      const name = isList(value) ? String(index) : this.namesOf(value)[index as number];
      value = name !== undefined && Object.hasOwn(child, name) ? child[name] : undefined;
    }
    return form === undefined || value === undefined ? value : formOf(value, form);
  }

  private namesOf(fields: object): readonly string[] {
    let names = this.names.get(fields);
    if (names === undefined) this.names.set(fields, (names = Object.keys(fields).sort()));
    return names;
  }

  private get sources(): Readonly<Record<string, Json>> {
    return (this.known ??= this.read());
  }

  private hides({ isHidden, whole }: Candidate): boolean {
    if (isHidden) return true;
    if (typeof whole === "number") return this.firewall.hidesNumber(whole);
    return typeof whole === "string" && this.firewall.mask(whole) === firewalledMarker;
  }

  private digested(digests: Digests): Promise<ReadonlyMap<string, Json>> {
    return (this.digests ??= this.computeDigests(digests));
  }

  private async computeDigests(digests: Digests): Promise<ReadonlyMap<string, Json>> {
    const found = new Map<string, Json>();
    const values = [...(await this.candidates()).values()];
    for (let start = 0; start < values.length; start += digestsAtOnce) {
      await Promise.all(
        values.slice(start, start + digestsAtOnce).map(async ([candidate]) => {
          if (candidate === undefined) return;
          found.set(await shortDigest(candidate.value, digests), candidate.value);
        }),
      );
    }
    return found;
  }

  private candidates(): Promise<ReadonlyMap<string, readonly Candidate[]>> {
    return (this.index ??= this.computeCandidates());
  }

  private async computeCandidates(): Promise<ReadonlyMap<string, readonly Candidate[]>> {
    const search = new CandidateSearch(this.firewall, (fields) => this.namesOf(fields));
    // Firewalled values first, because the number of candidates is limited.
    for (const isHidden of [true, false]) await search.add(this.sources, isHidden);
    return search.found;
  }
}

/** Finds the values in sources by their JSON. */
class CandidateSearch {
  readonly found = new Map<string, Candidate[]>();
  private count = 0;
  private units = 0;
  private visited = 0;
  private source = "";
  private findsHidden = false;
  private readonly firewall: Firewall;
  private readonly namesOf: (fields: object) => readonly string[];

  constructor(firewall: Firewall, namesOf: (fields: object) => readonly string[]) {
    this.firewall = firewall;
    this.namesOf = namesOf;
  }

  /** Adds the values that are, or aren't, within firewalled fields. */
  async add(sources: Readonly<Record<string, Json>>, findsHidden: boolean): Promise<void> {
    this.findsHidden = findsHidden;
    for (const [source, value] of Object.entries(sources)) {
      this.source = source;
      await this.visit(value, undefined, false);
    }
  }

  /** Returns the JSON of the value, or undefined if it is long or not needed. */
  private async visit(
    value: Json,
    step: Step | undefined,
    isHidden: boolean,
  ): Promise<string | undefined> {
    if (typeof value !== "object" || value === null) return this.scalar(value, step, isHidden);
    const parts: (string | undefined)[] = [];
    const inside = async (item: Json, index: number, hidden: boolean, name = "") => {
      if (this.isFull) return;
      if (++this.visited % visitedPerTask === 0) await nextTask();
      const below = { index, above: step };
      const json =
        typeof item === "object"
          ? await this.visit(item, below, hidden)
          : this.scalar(item, below, hidden);
      parts.push(json === undefined ? undefined : name + json);
    };
    if (isList(value))
      for (const [index, item] of value.entries()) await inside(item, index, isHidden);
    else
      for (const [index, name] of this.namesOf(value).entries())
        await inside(
          value[name] ?? null,
          index,
          isHidden || this.firewall.hides(name.replace(/^:/, "")),
          `${JSON.stringify(name)}:`,
        );
    if (this.isFull || parts.includes(undefined) || (this.findsHidden && !isHidden))
      return undefined;
    const json = isList(value) ? `[${parts.join(",")}]` : `{${parts.join(",")}}`;
    if (json.length > longestCandidate) return undefined;
    this.note(json, value, value, step, isHidden);
    return json;
  }

  private scalar(value: Json, step: Step | undefined, isHidden: boolean): string | undefined {
    if (typeof value === "string" && value.length > longestCandidate) return undefined;
    const json = JSON.stringify(value);
    if (value === null) return json;
    this.note(json, value, value, step, isHidden);
    for (const form of Object.keys(forms)) {
      const written = formOf(value, form);
      if (written !== undefined && written !== value)
        this.note(JSON.stringify(written), written, value, step, isHidden, form);
    }
    return json;
  }

  private note(
    json: string,
    value: Json,
    whole: Json,
    step: Step | undefined,
    isHidden: boolean,
    form?: string,
  ): void {
    if (isHidden !== this.findsHidden || this.isFull) return;
    const known = this.found.get(json);
    // Some of them may be in plain fields, and only firewalled ones can be written.
    if (known !== undefined && known.length >= mostPlaces) return;
    this.count += 1;
    this.units += json.length;
    const candidate = { source: this.source, step, form, value, whole, isHidden };
    if (known === undefined) this.found.set(json, [candidate]);
    else known.push(candidate);
  }

  private get isFull(): boolean {
    return this.count >= mostCandidates || this.units >= mostUnits;
  }
}

/** Returns the digest that a checkpoint has in place of a value. */
export async function shortDigest(value: Json, digests: Digests): Promise<string> {
  // eslint-disable-next-line texts/shortened-texts -- a part of a digest, which no message shows
  return (await digests.of(`value ${canonicalJson(value)}`)).slice(0, 32);
}

function formOf(value: Json, form: string): Json | undefined {
  const write = Object.hasOwn(forms, form) ? forms[form] : undefined;
  if (typeof value === "number") return form === "text" ? String(Math.abs(value)) : undefined;
  return typeof value === "string" ? write?.(value) : undefined;
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
