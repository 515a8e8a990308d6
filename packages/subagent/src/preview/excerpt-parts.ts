// The parts of an excerpt, and how parts of a collection are collected within the available room.

import { MapValue, Vector, type FieldFirewall, type SetValue, type Value } from "@ptc/core/values";
import { spareDots, type CollectionKind, type Notation } from "./notation.ts";
import { isOpenEnded } from "./open-ended.ts";

/** A value in the form that is shown. */
export interface Excerpt {
  readonly text: string;
  readonly size: number;
  /** True if nothing is omitted. */
  readonly isWhole: boolean;
  readonly shown: Shown;
}

/** The shown data: a value without elements, or a collection with its shown elements. */
export type Shown =
  | { readonly kind: "leaf"; readonly value: Value; readonly omittedCharacters: number }
  | {
      readonly kind: "items";
      readonly of: Vector<Value> | SetValue<Value>;
      readonly items: readonly Excerpt[];
    }
  | {
      readonly kind: "entries";
      readonly of: MapValue<Value>;
      readonly entries: readonly ExcerptEntry[];
    };

export interface ExcerptEntry {
  readonly key: Value;
  readonly keyText: string;
  readonly value: Excerpt;
}

export type ExcerptCollection = Vector<Value> | SetValue<Value> | MapValue<Value>;
export type ExcerptPart = Excerpt | (ExcerptEntry & Excerpt);

/** Collects the shown parts of a collection and tracks the room for more. */
export class ExcerptParts {
  readonly parts: ExcerptPart[] = [];
  readonly usedNames = new Set<string>();
  readonly between: number;
  /**
   * The room left for parts and the separators between them. The room for brackets and the
   * omission note is already subtracted.
   */
  left: number;
  private readonly notation: Notation;
  private readonly value: ExcerptCollection;

  constructor(notation: Notation, value: ExcerptCollection, room: number, omitted: number) {
    const kind = kindOf(value);
    this.notation = notation;
    this.value = value;
    this.between = notation.sizeOf(notation.between[kind]);
    const omission = omitted === 0 ? "" : notation.omission(kind, omitted, this.usedNames);
    this.left =
      room -
      notation.sizeOf(notation.brackets[kind].join("")) -
      (omission === "" ? 0 : notation.sizeOf(omission) + this.between + spareDots);
  }

  /** True if the keys of the collection come from firewalled fields. */
  hasKeysHiddenBy(firewall: FieldFirewall | undefined): boolean {
    return this.value instanceof MapValue && firewall?.hidesKeys(this.value) === true;
  }

  /** The room for the next part. */
  get room(): number {
    return this.left - (this.parts.length === 0 ? 0 : this.between);
  }

  /** Adds the part if it fits. Returns true if it was added. */
  add(part: ExcerptPart | undefined): boolean {
    if (part === undefined || part.size > this.room) return false;
    this.left = this.room - part.size;
    this.parts.push(part);
    if (isEntry(part)) this.usedNames.add(part.keyText);
    return true;
  }

  finish(): Excerpt {
    const { notation, value, parts } = this;
    const kind = kindOf(value);
    const [open, close] = notation.brackets[kind];
    const omitted = value.count - parts.length;
    const shownMore = isOpenEnded(value) ? Infinity : omitted;
    const omission = omitted === 0 ? "" : notation.omission(kind, shownMore, this.usedNames);
    const text =
      open +
      [...parts.map((part) => part.text), ...(omission === "" ? [] : [omission])].join(
        notation.between[kind],
      ) +
      close;
    const shown: Shown =
      value instanceof MapValue
        ? { kind: "entries", of: value, entries: parts.filter(isEntry) }
        : { kind: "items", of: value, items: parts };
    return {
      text,
      size: notation.sizeOf(text),
      isWhole: omitted === 0 && parts.every((part) => part.isWhole),
      shown,
    };
  }
}

function isEntry(part: ExcerptPart): part is ExcerptEntry & Excerpt {
  return "key" in part;
}

function kindOf(value: ExcerptCollection): CollectionKind {
  return value instanceof Vector ? "vector" : value instanceof MapValue ? "map" : "set";
}
