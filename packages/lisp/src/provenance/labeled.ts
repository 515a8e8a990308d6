// Values with labels in a followed run. A box exists only in frames, captures and cells of
// definitions. Builtins, tools and collections get plain values. The labels of what is inside a
// value are beside it, by its identity.
//
//   frame slot   Labeled { value, label }      where the value as a whole comes from
//   beside       Inside { fields, others }     where its parts come from

import { OpaqueValue, type Value } from "@ptc/core/values";
import { GrowingLabel, Label, type Origins, type Trail, unlabeled } from "./label.ts";

/** A value and its label. Only followed code sees it. */
export class Labeled extends OpaqueValue {
  readonly typeName = "labeled";
  readonly value: Value;
  readonly label: Label;

  constructor(value: Value, label: Label) {
    super();
    this.value = value;
    this.label = label;
  }
}

/** Returns the value without its label. */
export function plain(value: Value): Value {
  return value instanceof Labeled ? value.value : value;
}

/** Returns the label of the value as a whole. */
export function labelOf(value: Value): Label {
  return value instanceof Labeled ? value.label : unlabeled;
}

/** Returns `value`, which is plain, with a label. */
export function labeled(value: Value, label: Label): Value {
  return label.deep === 0 ? value : new Labeled(value, label);
}

/** The labels of the parts of a value: of fields by the text of their keys, of items by index. */
export interface Inside {
  readonly fields: ReadonlyMap<string | number, Label> | undefined;
  /** The label of parts that have none of their own. */
  readonly others: Label;
}

/** A new table for each followed run, which ends with it. */
export class InsideTable {
  private readonly labels = new WeakMap<object, Inside>();

  of(value: Value): Inside | undefined {
    return typeof value === "object" && value !== null ? this.labels.get(value) : undefined;
  }

  set(value: Value, inside: Inside): void {
    if (typeof value === "object" && value !== null) this.labels.set(value, inside);
  }

  /** Returns the own origins of all parts, for what takes parts out of the value. */
  own(value: Value): Origins {
    const inside = this.of(value);
    if (inside === undefined) return 0;
    let origins = inside.others.own;
    for (const label of inside.fields?.values() ?? []) origins |= label.own;
    return origins;
  }

  deep(value: Value): Origins {
    const inside = this.of(value);
    if (inside === undefined) return 0;
    let origins = inside.others.deep;
    for (const label of inside.fields?.values() ?? []) origins |= label.deep;
    return origins;
  }

  /** Returns the steps of the first part that has some. */
  trail(value: Value): Trail | undefined {
    const inside = this.of(value);
    for (const label of inside?.fields?.values() ?? [])
      if (label.trail !== undefined) return label.trail;
    return inside?.others.trail;
  }

  /** True if labels inside a value may grow. */
  grows(value: Value): boolean {
    const inside = this.of(value);
    if (inside === undefined) return false;
    if (inside.others instanceof GrowingLabel) return true;
    for (const label of inside.fields?.values() ?? [])
      if (label instanceof GrowingLabel) return true;
    return false;
  }

  /** Returns the labels inside a value that may grow. */
  growing(value: Value): readonly GrowingLabel[] {
    const inside = this.of(value);
    if (inside === undefined) return [];
    return [inside.others, ...(inside.fields?.values() ?? [])].filter(
      (label) => label instanceof GrowingLabel,
    );
  }

  /** Returns the growing label beside a value whose parts change, such as an atom. */
  growingOf(value: Value): GrowingLabel {
    const inside = this.of(value);
    if (inside?.others instanceof GrowingLabel) return inside.others;
    const others = new GrowingLabel();
    if (inside !== undefined) others.include(inside.others);
    this.set(value, { fields: inside?.fields, others });
    return others;
  }
}

/** Returns the label of a part of a value that is labeled `whole`. */
export function partLabel(whole: Label, part: Label): Label {
  if (whole.deep === 0) return part;
  return new Label(part.own | whole.own, part.deep | whole.own, part.trail ?? whole.trail);
}
