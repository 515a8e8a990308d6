// Chooses which parts of a value to show if the room is too small for all of it. The structure
// stays: collections and strings are cut at their end. Keys and set members are shown completely or
// not at all. The work depends on the room, not on the size of the value: no part is read further
// than it can be shown. So shared structure that unfolds to an enormous value costs no more than
// other values.
//
//   whole  the value, complete except for the limit on elements, or undefined
//   cut    as much of it as fits

import type { SetValue } from "@ptc/core/values";
import { MapValue, OpaqueValue, Vector, type FieldFirewall, type Value } from "@ptc/core/values";
import {
  firewalledMarker,
  hiddenValue,
  hideFirewalledEntry,
  hidesKey,
} from "@ptc/core/internal/values";
import { fairShare } from "./fair-share.ts";
import {
  ExcerptParts,
  type ExcerptCollection,
  type Excerpt,
  type ExcerptPart,
} from "./excerpt-parts.ts";
import { isLonger, lengthOf, workedOutDigits } from "./long-integers.ts";
import { cutMark, type Notation } from "./notation.ts";
import { dataOf, everyEntry, isCollection, opaqueText } from "./shown-values.ts";

export interface ExcerptOptions {
  /** The room for the text, in units of the notation. */
  readonly room: number;
  /** The number of elements to show of each collection, at every level. */
  readonly maximumItems: number;
  /** Decides which fields are hidden and notes their values. If undefined, all fields are shown. */
  readonly firewall: FieldFirewall | undefined;
}

/** The maximum depth of shown data. The reader accepts 500 levels, so it can read shown data. */
const deepestShown = 200;

/**
 * Maps with up to this many fields are treated as records: every field gets a share of the room.
 */
const recordFields = 32;
const smallestPart = 24;

/**
 * Returns an excerpt of `value` that fits into the room. The caller passes a `room` of at least
 * 40.
 */
export function excerptOf(value: Value, notation: Notation, options: ExcerptOptions): Excerpt {
  const excerpter = new Excerpter(notation, options);
  return (
    excerpter.whole(value, options.room, 0) ??
    excerpter.cut(value, options.room, 0) ??
    excerpter.elsewhere()
  );
}

class Excerpter {
  private readonly notation: Notation;
  private readonly options: ExcerptOptions;

  constructor(notation: Notation, options: ExcerptOptions) {
    this.notation = notation;
    this.options = options;
  }

  whole(given: Value, room: number, depth: number): Excerpt | undefined {
    const value = this.visible(dataOf(given));
    if (isCollection(value))
      return depth > deepestShown
        ? within(this.elsewhere(), room)
        : this.wholeCollection(value, room, depth);
    if (value instanceof OpaqueValue) return within(this.marker(opaqueText(value)), room);
    const text = this.notation.leaf(value, room);
    return text === undefined ? undefined : within(this.leaf(text, value), room);
  }

  cut(given: Value, room: number, depth: number): Excerpt | undefined {
    const value = this.visible(dataOf(given));
    if (!isCollection(value)) return this.cutLeaf(value, room);
    if (depth > deepestShown) return within(this.elsewhere(), room);
    return value instanceof MapValue
      ? this.cutMap(value, room, depth)
      : this.cutItems(value, room, depth);
  }

  private visible(value: Value): Value {
    const { firewall } = this.options;
    if (firewall === undefined) return value;
    if (value instanceof Vector) return hideFirewalledEntry(value, firewall);
    // A rounded number can't be recognized later, so hide it now.
    return typeof value === "number" && !Number.isInteger(value) && firewall.hidesNumber(value)
      ? hiddenValue
      : value;
  }

  /** The excerpt for a value if no part of it can be shown. */
  elsewhere(): Excerpt {
    return this.leaf(this.notation.elsewhere, cutMark, false);
  }

  private leaf(text: string, value: Value, isWhole = true, omittedCharacters = 0): Excerpt {
    return {
      text,
      size: this.notation.sizeOf(text),
      isWhole,
      shown: { kind: "leaf", value, omittedCharacters },
    };
  }

  /** Returns the excerpt for a value that isn't data, or that must not be shown. */
  private marker(name: string): Excerpt {
    return this.leaf(this.notation.marker(name), name);
  }

  /**
   * Returns the longest prefix of a text that fits. A number or name that is cut becomes a string,
   * because half of a number would be another number.
   */
  private cutLeaf(value: Value, room: number): Excerpt | undefined {
    if (typeof value === "bigint" && isLonger(value, workedOutDigits)) {
      const digits = lengthOf(value);
      return within(this.leaf(this.notation.cutText("", digits), cutMark, false, digits), room);
    }
    const text = typeof value === "string" ? value : (this.notation.leaf(value, Infinity) ?? "");
    const textFor = (length: number, omitted: number): string =>
      this.notation.cutText(text.slice(0, length), omitted);
    let [low, high] = [-1, Math.min(text.length - 1, room)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.notation.sizeOf(textFor(middle, text.length)) <= room) low = middle;
      else high = middle - 1;
    }
    if (low < 0) return undefined;
    const length = splitsCharacter(text, low) ? low - 1 : low;
    return this.leaf(
      textFor(length, text.length - length),
      text.slice(0, length) + cutMark,
      false,
      text.length - length,
    );
  }

  private wholeCollection(
    value: ExcerptCollection,
    room: number,
    depth: number,
  ): Excerpt | undefined {
    const shown = new ExcerptParts(
      this.notation,
      value,
      room,
      Math.max(0, value.count - this.options.maximumItems),
    );
    if (shown.left < 0) return undefined;
    const wanted = Math.min(value.count, this.options.maximumItems);
    everyEntry(
      value,
      (key, item) =>
        shown.parts.length < wanted && shown.add(this.wholePart(key, item, shown, depth)),
    );
    return shown.parts.length < wanted ? undefined : shown.finish();
  }

  /**
   * Shows the elements of a list that fit. Cuts the first one that doesn't fit if most of the room
   * is free.
   */
  private cutItems(
    value: Vector<Value> | SetValue<Value>,
    room: number,
    depth: number,
  ): Excerpt | undefined {
    const shown = new ExcerptParts(this.notation, value, room, value.count);
    if (shown.left < 0) return undefined;
    const isFree = (): boolean => value instanceof Vector && shown.left > room / 2;
    everyEntry(value, (_key, item) => {
      if (shown.parts.length >= this.options.maximumItems) return false;
      const whole = this.wholePart(undefined, item, shown, depth);
      if (whole !== undefined || !isFree()) return shown.add(whole);
      shown.add(this.cut(item, shown.room, depth + 1));
      return false;
    });
    return shown.finish();
  }

  /** Shows the first fields of a map, each with a fair share of the room, then others that fit. */
  private cutMap(value: MapValue<Value>, room: number, depth: number): Excerpt | undefined {
    const shown = new ExcerptParts(this.notation, value, room, value.count);
    if (shown.left < 0) return undefined;
    const fields = this.fieldsWithin(value, shown, depth);
    const share = fairShare(
      fields.map(({ whole }) => whole?.size ?? Infinity),
      shown.left - sum(fields.map((field) => field.cost)),
    );
    for (const { key, keyText, item, whole } of fields) {
      const fitting =
        whole !== undefined && whole.size <= share
          ? whole
          : (this.cut(item, share, depth + 1) ?? within(this.elsewhere(), share));
      if (fitting === undefined || !shown.add(this.entry(key, keyText, fitting))) break;
    }
    if (shown.parts.length === fields.length) this.addRest(value, shown, depth);
    return shown.finish();
  }

  /** Returns the first fields, as many as can each have a share of the room. */
  private fieldsWithin(value: MapValue<Value>, shown: ExcerptParts, depth: number): Field[] {
    const fields: Field[] = [];
    let left = shown.left;
    value.every((key, item) => {
      if (fields.length >= Math.min(recordFields, this.options.maximumItems)) return false;
      const keyText = this.keyText(key, shown, left, depth);
      if (keyText === undefined) return false;
      const cost =
        this.notation.sizeOf(keyText + this.notation.betweenKeyAndValue) +
        (fields.length === 0 ? 0 : shown.between);
      const whole = this.fieldValue(key, item, shown.left, depth);
      left -= cost + Math.min(whole?.size ?? Infinity, smallestPart);
      if (left < 0 && fields.length > 0) return false;
      fields.push({ key, keyText, item, whole, cost });
      shown.usedNames.add(keyText);
      return left > 0;
    });
    return fields;
  }

  private addRest(value: MapValue<Value>, shown: ExcerptParts, depth: number): void {
    let index = 0;
    const known = shown.parts.length;
    value.every((key, item) => {
      if (index++ < known) return true;
      return (
        shown.parts.length < this.options.maximumItems &&
        shown.add(this.wholePart(key, item, shown, depth))
      );
    });
  }

  private wholePart(
    key: Value | undefined,
    item: Value,
    shown: ExcerptParts,
    depth: number,
  ): ExcerptPart | undefined {
    if (key === undefined) return this.whole(item, shown.room, depth + 1);
    const keyText = this.keyText(key, shown, shown.room, depth);
    if (keyText === undefined) return undefined;
    const value = this.fieldValue(
      key,
      item,
      shown.room - this.notation.sizeOf(keyText + this.notation.betweenKeyAndValue),
      depth,
    );
    return value === undefined ? undefined : this.entry(key, keyText, value);
  }

  private fieldValue(key: Value, item: Value, room: number, depth: number): Excerpt | undefined {
    const { firewall } = this.options;
    if (firewall === undefined || !hidesKey(firewall, key))
      return this.whole(item, room, depth + 1);
    firewall.note(item);
    return within(this.marker(firewalledMarker), room);
  }

  private keyText(
    key: Value,
    shown: ExcerptParts,
    room: number,
    depth: number,
  ): string | undefined {
    const shownKey = shown.hasKeysHiddenBy(this.options.firewall) ? hiddenValue : key;
    const text = this.notation.key(shownKey, shown.usedNames, (given) => {
      const whole = this.whole(given, room, depth + 1);
      return whole?.isWhole === true ? whole.text : undefined;
    });
    return text === undefined || this.notation.sizeOf(text) > room ? undefined : text;
  }

  private entry(key: Value, keyText: string, value: Excerpt): ExcerptPart {
    const text = keyText + this.notation.betweenKeyAndValue + value.text;
    return {
      key,
      keyText,
      value,
      text,
      size: this.notation.sizeOf(text),
      isWhole: value.isWhole,
      shown: value.shown,
    };
  }
}

/** A field to show: its whole value if that fits, and the size of the rest of its text. */
interface Field {
  readonly key: Value;
  readonly keyText: string;
  readonly item: Value;
  readonly whole: Excerpt | undefined;
  readonly cost: number;
}

function within(excerpt: Excerpt, room: number): Excerpt | undefined {
  return excerpt.size > room ? undefined : excerpt;
}

function splitsCharacter(text: string, length: number): boolean {
  const before = text.charCodeAt(length - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
