// The firewall of a mission: remembers the values that are read out of firewalled fields, and masks
// them in texts, as systems that build software mask secrets in their logs. A value is found plain,
// quoted, in JSON, in another case and as a part of a longer text.
//
//   crossing ──note──▶ noted ──(when a text is masked)──▶ texts of four characters or more ──▶ matchers

import { firewalledMarker, isFirewalledName, type FieldFirewall } from "../values/firewall.ts";
import { hostFieldName } from "../values/key-names.ts";
import type { MapValue } from "../values/map-value.ts";
import type { Value } from "../values/value.ts";
import type { Vector } from "../values/vector.ts";
import { foldText, foldedString } from "./folded-text.ts";
import { hideFirewalledJson } from "./hide-json-fields.ts";
import { cutPlaces, findSpans, withoutSpans, type Span } from "./masked-spans.ts";
import { digitsOf, takeFields, takeSecrets, type SecretTaker } from "./secret-texts.ts";
import { TextMatcher } from "./text-matcher.ts";

export interface FirewallOptions {
  /** Names of fields that are not firewalled although they start with `_`. */
  readonly allow?: readonly string[];
}

/** Shorter texts are not sought: they would be found everywhere. */
export const shortestSecret = 4;

/** Of longer texts only so many units are sought; what follows them in a text is hidden too. */
export const longestSought = 1_000;

/** What is remembered at most. Beyond that no data is shown at all. */
export const firewallBounds = {
  /** Values that are noted. */
  values: 200_000,
  /** Units of all texts that are sought. */
  units: 4_000_000,
  /** Values that are visited in collections. */
  visits: 2_000_000,
};

export class Firewall implements FieldFirewall {
  private readonly allowed: ReadonlySet<string>;
  /** What has been noted, by what the host gave for it. */
  private readonly known = new Set<unknown>();
  private noted: Value[] = [];
  private notedAround: Value[] = [];
  private readonly around = new WeakSet();
  private readonly walked = new WeakSet();
  private readonly texts = new Set<string>();
  /** Texts that no matcher seeks yet. */
  private fresh: string[] = [];
  /** From large to small; each at least twice as large as the next one. */
  private readonly matchers: TextMatcher[] = [];
  private readonly elements = new WeakMap<Vector<Value>, ReadonlySet<number>>();
  private readonly keys = new WeakSet<MapValue<Value>>();
  private units = 0;
  private visits = 0;
  private isFull = false;

  constructor({ allow = [] }: FirewallOptions = {}) {
    this.allowed = new Set(allow.map(hostFieldName));
  }

  hides(name: string): boolean {
    return (
      isFirewalledName(name) && (this.allowed.size === 0 || !this.allowed.has(hostFieldName(name)))
    );
  }

  note(value: Value, source: unknown = value): void {
    if (value === null || typeof value === "boolean") return;
    if (typeof value === "string" && value.length < shortestSecret) return;
    if (this.isFull || this.known.has(source)) return;
    this.known.add(source);
    this.noted.push(value);
    if (this.known.size > firewallBounds.values) this.fill();
  }

  noteWithin(value: Value): void {
    if (typeof value !== "object" || value === null || this.isFull) return;
    if (this.around.has(value)) return;
    this.around.add(value);
    this.notedAround.push(value);
  }

  noteElements(vector: Vector<Value>, indexes: ReadonlySet<number>): void {
    this.elements.set(vector, indexes);
  }

  noteKeys(map: MapValue<Value>): void {
    this.keys.add(map);
  }

  hiddenElements(vector: Vector<Value>): ReadonlySet<number> | undefined {
    return this.elements.get(vector);
  }

  hidesKeys(map: MapValue<Value>): boolean {
    return this.keys.has(map);
  }

  hidesNumber(value: number | bigint): boolean {
    this.learn();
    return this.isFull || this.texts.has(digitsOf(value));
  }

  /**
   * `text` as it may be shown: with `<Firewalled>` in place of firewalled fields of JSON and EDN in
   * it, and of every value that is remembered. `…` and `...` are taken for places where something
   * was left out: the beginning of a value in front of them is hidden too. Takes time in proportion
   * to the text, besides what was noted since the last time.
   */
  mask(text: string): string {
    return this.maskValues(hideFirewalledJson(text, this));
  }

  /** The same, without a look at names of fields in the text. */
  maskValues(text: string): string {
    this.learn();
    if (this.isFull) return text === "" ? "" : firewalledMarker;
    if (this.matchers.length === 0 || text.length < shortestSecret) return text;
    return text
      .split(firewalledMarker)
      .map((part) => this.masked(part))
      .join(firewalledMarker);
  }

  private masked(text: string): string {
    const folded = foldText(text);
    const readings = folded.hasCodes ? [folded, foldText(text, false)] : [folded];
    const cuts = cutPlaces(text);
    const spans: Span[] = [];
    for (const reading of readings)
      for (const matcher of this.matchers)
        findSpans(reading, cuts, matcher, (start, end, length) => {
          spans.push([start, length >= longestSought ? text.length : end]);
        });
    return withoutSpans(text, spans);
  }

  /** Makes texts of what was noted, and matchers of the texts. */
  private learn(): void {
    if (this.isFull || (this.noted.length === 0 && this.notedAround.length === 0)) return;
    const { noted, notedAround } = this;
    this.noted = [];
    this.notedAround = [];
    const taker: SecretTaker = {
      visit: () => {
        if (++this.visits > firewallBounds.visits) this.fill();
        return !this.isFull;
      },
      take: (text) => {
        this.take(text);
      },
    };
    try {
      for (const value of noted) takeSecrets(value, this.walked, taker);
      for (const value of notedAround) takeFields(value, this, this.walked, taker);
    } catch {
      // Data that cannot be read to its end, such as a Map in itself, may hold what is not known.
      this.fill();
    }
    this.seekFresh();
  }

  private take(text: string): void {
    const read = text.slice(0, longestRead).trim();
    if (read.length < shortestSecret) return;
    const sought = foldedString(read).slice(0, longestSought);
    if (sought === "" || this.texts.has(sought) || marker.includes(sought)) return;
    this.units += sought.length;
    if (this.units > firewallBounds.units) this.fill();
    if (this.isFull) return;
    this.texts.add(sought);
    this.fresh.push(sought);
  }

  /**
   * Seeks the texts that are new. Small matchers are joined with them, so that each text takes part
   * in as many matchers, one after the other, as the logarithm of their number.
   */
  private seekFresh(): void {
    if (this.isFull || this.fresh.length === 0) return;
    let texts: readonly string[] = this.fresh;
    this.fresh = [];
    for (
      let last = this.matchers.at(-1);
      last !== undefined && last.sought.length < 2 * texts.length;
      last = this.matchers.at(-1)
    ) {
      texts = [...last.sought, ...texts];
      this.matchers.pop();
    }
    this.matchers.push(new TextMatcher(texts));
  }

  /** Too much is firewalled to be remembered: from now on nothing is shown. */
  private fill(): void {
    this.isFull = true;
    this.known.clear();
    this.texts.clear();
    this.noted = [];
    this.notedAround = [];
    this.fresh = [];
    this.matchers.length = 0;
  }
}

const marker = firewalledMarker.toLowerCase();

/** Of longer texts only the beginning is looked at; it has more units than are sought. */
const longestRead = 64_000;
