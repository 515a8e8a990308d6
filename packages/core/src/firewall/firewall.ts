// The firewall of a mission. It remembers values that are read from firewalled fields and masks
// them in texts, as CI systems mask secrets in logs. It finds a value plain, quoted, in JSON, in
// different case, and as part of a longer text.
//
//   crossing ──note──▶ noted ──(when a text is masked)──▶ texts of four characters or more

import type { FieldFirewall, Value } from "../values/index.ts";
import { firewalledMarker, hostFieldName, isFirewalledName } from "../values/internal.ts";
import { assertKnownOptions } from "../errors/internal.ts";
import { hideFirewalledCode, hideFirewalledJson } from "./hide-json-fields.ts";
import { eachHidden, hiddenParts, type HiddenParts } from "./hidden-parts.ts";
import { cutPlaces, withoutSpans, type Span } from "./masked-spans.ts";
import { SecretStore, shortestSecret } from "./secret-store.ts";
import { digitsOf, takeFields, takeSecrets, type SecretTaker } from "./secret-texts.ts";

/** The options of a `Firewall`. */
export interface FirewallOptions {
  /** Names of fields that are not firewalled although they start with `_`. */
  readonly allow?: readonly string[];
}

/** The limits of what a firewall remembers. Beyond them, it masks all data. */
export const firewallBounds = {
  /** The number of noted values. */
  values: 200_000,
  /** The total length of all secret texts, in units. */
  units: 4_000_000,
  /** The number of values visited in collections. */
  visits: 2_000_000,
};

/** The number of noted values after which they are processed even if no text needs masking. */
const mostNoted = 50_000;

/** Longer names are not cached; they are checked each time. */
const longestKnown = 64;

/** Decides which fields models must not see, and remembers the values read from them. */
export class Firewall implements FieldFirewall {
  private readonly allowed: ReadonlySet<string>;
  /** The most recent hidden name, and the three most recent visible names. */
  private hidden1: string | undefined = undefined;
  private plain1 = "";
  private plain2 = "";
  private plain3 = "";
  private lastNames: readonly string[] = [];
  private lastHidden: readonly boolean[] | undefined = undefined;
  /**
   * The sources of the noted values, as given by the host; `values` maps object sources to values.
   * A program often reads the same fields again in the same order, so a source equal to the one at
   * `place` is not noted again.
   */
  private sources: unknown[] = [];
  private place = 0;
  /** The number of processed sources. */
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

  /** @throws OptionError for an unknown option */
  constructor(options: FirewallOptions = {}) {
    assertKnownOptions(options, ["allow"]);
    const { allow = [] } = options;
    this.allowed = new Set(allow.map(hostFieldName));
  }

  hides(name: string): boolean {
    // Programs read a few names in turns, and comparing with those is cheaper than checking a name.
    // Check the hidden name first, because hidden fields must also be noted.
    if (name === this.hidden1) return true;
    if (name === this.plain1 || name === this.plain2 || name === this.plain3) return false;
    return this.decides(name);
  }

  private decides(name: string): boolean {
    const isHidden = isFirewalledName(name) && !this.allowed.has(hostFieldName(name));
    // Don't cache long names: a program may have created them, and comparing them would be
    // unmetered work.
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
   * Returns `text` in a form that may be shown: with `<Firewalled>` in place of firewalled fields
   * of JSON and EDN, and of every remembered value. Treats `…` and `...` as places where text was
   * cut, and also hides the beginning of a value before them. Takes time in proportion to the
   * text, plus a check of each value and the processing of newly noted values.
   */
  mask(text: string): string {
    return this.maskValues(hideFirewalledJson(text, this));
  }

  /**
   * Does the same for a text that may contain programs, such as the answer of a model: a field
   * whose value a program reads or computes stays as it is, as in `{:_token data/_token}`.
   */
  maskCode(text: string): string {
    return this.maskValues(hideFirewalledCode(text, this));
  }

  /** Does the same as `mask`, but ignores field names in the text. */
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

  /** True if there are values to hide. */
  get hidesValues(): boolean {
    this.learn();
    return this.isFull || !this.store.isEmpty;
  }

  /**
   * Returns the positions of texts that this firewall hides in tagged JSON, or `undefined` without
   * any. Store them beside the JSON, and pass both to `noteParts` of a later firewall. They don't
   * contain the texts.
   */
  hiddenParts(json: unknown): HiddenParts | undefined {
    if (!this.hidesValues) return undefined;
    if (this.isFull) return [];
    const spansIn = (text: string): readonly Span[] => {
      const spans: Span[] = [];
      this.store.find(text, cutPlaces(text), (start, end) => {
        spans.push([start, end]);
      });
      return spans;
    };
    return hiddenParts(json, spansIn, (name) => this.hides(name));
  }

  /**
   * Notes the texts at positions that `hiddenParts` returned. Notes all texts of the JSON if the
   * positions don't fit it.
   */
  noteParts(json: unknown, parts: unknown): void {
    eachHidden(json, parts, (hidden) => {
      this.note(hidden);
    });
  }

  /** Converts the noted values to secret texts. */
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
      // Data that can't be read completely, such as a Map that contains itself, may contain unknown
      // values.
      this.fill();
    }
    if (sources.length > mostNoted) {
      this.sources = [];
      this.learned = 0;
    }
  }

  /** Remembers one secret text. A subclass may report it to another process. */
  protected take(text: string): void {
    if (this.isFull || isPartOfMarker(text)) return;
    const { store } = this;
    store.add(text);
    if (!isTooMuch(store)) return;
    store.dropRepeated();
    if (isTooMuch(store)) this.fill();
  }

  /** Masks all texts completely from now on. Called if there are too many values to remember. */
  fill(): void {
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
/** All characters of the marker are at or after the code of `<`. */
const firstOfMarker = 60;

/** True if the text would match inside the marker that replaces other secrets. */
function isPartOfMarker(text: string): boolean {
  return (
    text.length <= marker.length &&
    text.charCodeAt(0) >= firstOfMarker &&
    marker.includes(text.trim().toLowerCase())
  );
}
