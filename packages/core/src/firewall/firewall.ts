// The firewall of a mission: remembers the values that are read out of firewalled fields, and masks
// them in texts, as systems that build software mask secrets in their logs. A value is found plain,
// quoted, in JSON, in another case and as a part of a longer text.
//
//   crossing ──note──▶ noted ──(when a text is masked)──▶ texts of four characters or more

import type { FieldFirewall, Value } from "../values/index.ts";
import { firewalledMarker, hostFieldName, isFirewalledName } from "../values/internal.ts";
import { assertKnownOptions } from "../errors/internal.ts";
import { hideFirewalledJson } from "./hide-json-fields.ts";
import { cutPlaces, withoutSpans, type Span } from "./masked-spans.ts";
import { SecretStore, shortestSecret } from "./secret-store.ts";
import { digitsOf, takeFields, takeSecrets, type SecretTaker } from "./secret-texts.ts";

/** The options of a `Firewall`. */
export interface FirewallOptions {
  /** Names of fields that are not firewalled although they start with `_`. */
  readonly allow?: readonly string[];
}

/** What is remembered at most. Beyond that no data is shown at all. */
export const firewallBounds = {
  /** Values that are noted. */
  values: 200_000,
  /** Units of all texts that are sought. */
  units: 4_000_000,
  /** Values that are visited in collections. */
  visits: 2_000_000,
};

/** So many values are noted before they are looked at, though nothing is to be masked. */
const mostNoted = 50_000;

/** Longer names are looked at each time. */
const longestKnown = 64;

/** Which fields models may not see, and what was read out of them. */
export class Firewall implements FieldFirewall {
  private readonly allowed: ReadonlySet<string>;
  /** The names that were last found to be hidden, and not to be. */
  private hidden1: string | undefined = undefined;
  private plain1 = "";
  private plain2 = "";
  private plain3 = "";
  private lastNames: readonly string[] = [];
  private lastHidden: readonly boolean[] | undefined = undefined;
  /**
   * What was noted, by what the host gave for it; `values` has those of objects. A program often
   * reads the same fields again in the same order: what stands at `place` is not noted again.
   */
  private sources: unknown[] = [];
  private place = 0;
  /** How many of the sources have been looked at. */
  private learned = 0;
  private readonly values = new Map<unknown, Value>();
  private notedAround: Value[] = [];
  private readonly around = new WeakSet();
  private readonly walked = new WeakSet();
  private readonly store = new SecretStore();
  private readonly elements = new WeakMap<object, ReadonlySet<number>>();
  private readonly keys = new WeakSet();
  private visits = 0;
  private isFull = false;

  /** @throws OptionError for an option that there is not */
  constructor(options: FirewallOptions = {}) {
    assertKnownOptions(options, ["allow"]);
    const { allow = [] } = options;
    this.allowed = new Set(allow.map(hostFieldName));
  }

  hides(name: string): boolean {
    // The names that a program reads in turns: to compare with them costs less than to look at one.
    // What is hidden is also noted, so it is found first.
    if (name === this.hidden1) return true;
    if (name === this.plain1 || name === this.plain2 || name === this.plain3) return false;
    return this.decides(name);
  }

  private decides(name: string): boolean {
    const isHidden = isFirewalledName(name) && !this.allowed.has(hostFieldName(name));
    // Comparing long names, which a program may have made, would be work that nobody counts.
    if (name.length > longestKnown) return isHidden;
    if (isHidden) this.hidden1 = name;
    else {
      this.plain3 = this.plain2;
      this.plain2 = this.plain1;
      this.plain1 = name;
    }
    return isHidden;
  }

  hiddenAmong(names: readonly string[]): readonly boolean[] | undefined {
    if (!isSameList(names, this.lastNames)) {
      const hidden = names.map((name) => this.hides(name));
      this.lastNames = names;
      this.lastHidden = hidden.includes(true) ? hidden : undefined;
    }
    return this.lastHidden;
  }

  note(value: Value, source: unknown = value): void {
    const { sources } = this;
    if (this.place < sources.length && sources[this.place] === source) {
      this.place++;
      return;
    }
    if (value === null || this.isFull) return;
    if (typeof value === "object") {
      if (this.values.has(source)) return;
      this.values.set(source, value);
    }
    this.place = sources.push(source);
    if (this.place - this.learned > mostNoted) this.learn();
  }

  noteWithin(value: Value): void {
    if (typeof value !== "object" || value === null || this.isFull) return;
    if (this.around.has(value)) return;
    this.around.add(value);
    this.notedAround.push(value);
  }

  noteElements(vector: object, indexes: ReadonlySet<number>): void {
    this.elements.set(vector, indexes);
  }

  noteKeys(map: object): void {
    this.keys.add(map);
  }

  hiddenElements(vector: object): ReadonlySet<number> | undefined {
    return this.elements.get(vector);
  }

  hidesKeys(map: object): boolean {
    return this.keys.has(map);
  }

  hidesNumber(value: number | bigint): boolean {
    const text = digitsOf(value);
    return this.maskValues(text) !== text;
  }

  /**
   * `text` as it may be shown: with `<Firewalled>` in place of firewalled fields of JSON and EDN in
   * it, and of every value that is remembered. `…` and `...` are taken for places where something
   * was left out: the beginning of a value in front of them is hidden too. Takes time in proportion
   * to the text, besides a look at each value, and what was noted since the last time.
   */
  mask(text: string): string {
    return this.maskValues(hideFirewalledJson(text, this));
  }

  /** The same, without a look at names of fields in the text. */
  maskValues(text: string): string {
    if (text.length < shortestSecret) return text;
    this.learn();
    if (this.isFull) return firewalledMarker;
    if (this.store.isEmpty) return text;
    return text
      .split(firewalledMarker)
      .map((part) => this.masked(part))
      .join(firewalledMarker);
  }

  private masked(text: string): string {
    if (text.length < shortestSecret) return text;
    const spans: Span[] = [];
    this.store.find(text, cutPlaces(text), (start, end) => {
      spans.push([start, end]);
    });
    return withoutSpans(text, spans);
  }

  /** Makes texts of what was noted. */
  private learn(): void {
    this.place = 0;
    if (this.isFull || (this.learned === this.sources.length && this.notedAround.length === 0))
      return;
    const { sources, learned, notedAround } = this;
    this.learned = sources.length;
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
      for (let index = learned; index < sources.length; index++) {
        const source = sources[index];
        if (typeof source === "string") this.take(source);
        else takeSecrets(this.values.get(source) ?? (source as Value), this.walked, taker);
      }
      for (const value of notedAround) takeFields(value, this, this.walked, taker);
    } catch {
      // Data that cannot be read to its end, such as a Map in itself, may hold what is not known.
      this.fill();
    }
    if (sources.length > mostNoted) {
      this.sources = [];
      this.learned = 0;
    }
  }

  private take(text: string): void {
    if (this.isFull || isPartOfMarker(text)) return;
    const { store } = this;
    store.add(text);
    if (!isTooMuch(store)) return;
    store.dropRepeated();
    if (isTooMuch(store)) this.fill();
  }

  /** Too much is firewalled to be remembered: from now on nothing is shown. */
  private fill(): void {
    this.isFull = true;
    this.store.clear();
    this.values.clear();
    this.sources = [];
    this.learned = 0;
    this.notedAround = [];
  }
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}

function isTooMuch(store: SecretStore): boolean {
  return store.units > firewallBounds.units || store.count > firewallBounds.values;
}

const marker = firewalledMarker.toLowerCase();
/** No character of the marker stands in front of `<`. */
const firstOfMarker = 60;

/** Such a text would be found in what stands for the others. */
function isPartOfMarker(text: string): boolean {
  return (
    text.length <= marker.length &&
    text.charCodeAt(0) >= firstOfMarker &&
    marker.includes(text.trim().toLowerCase())
  );
}
