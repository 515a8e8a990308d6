// Counts values along a shape: those of some fields in all maps, of lists within them, and of maps
// whose keys are data. The counts replace the samples when all is visited.
//
//   ShapeCount ─┬─ values           of a field that is counted
//               ├─ MapsCount ────── ShapeCount for each field, or one for all keys
//               └─ ListsCount ───── ShapeCount of the elements, or of each position

import { MapValue, SetValue, Vector, typeName, type Value } from "@ptc/core/values";
import { dataOf, everyEntry, isCollection } from "../preview/shown-values.ts";
import type { ExcerptCollection } from "../preview/excerpt-parts.ts";
import { asDictionary, kindOf } from "./dictionary.ts";
import type { CountMeter } from "./look-budget.ts";
import { merged } from "./merge.ts";
import { mostFields, nameOf, observeScalar } from "./observe-scalar.ts";
import { emptyShape, type Dictionary, type Lists, type Maps, type Shape } from "./shape.ts";

/** Receives a row with a new text or field, and the shape of the rows. */
export type AddRow = (maps: Maps, row: MapValue<Value>) => void;

export interface CountPass {
  readonly isCounted: (shape: Shape) => boolean;
  /** The cost of counting one value. */
  readonly cost: number;
  readonly meter: CountMeter;
  /** The shapes that were counted already. */
  readonly done: WeakSet<Shape>;
  /** If given, the presence of all fields is counted too. */
  readonly addRow: AddRow | undefined;
}

const deepest = 6;
/** The cost that the last row may exceed the meter by, before its lists are cut. */
const overdraft = 5_000;
/** Reading a field takes less time than counting a value. */
const costOfField = 0.5;
const mostTexts = 100;
/** The maximum number of rows with new values that are added for each list. */
const mostNewRows = 20;

/** Counts the values of one shape. */
class ShapeCount {
  private readonly shape: Shape;
  private readonly pass: CountPass;
  private readonly counted: Shape | undefined;
  private readonly known = new Set<string>();
  private maps: MapsCount | undefined;
  private vectors: ListsCount | undefined;
  private sets: ListsCount | undefined;

  private constructor(shape: Shape, pass: CountPass, isCounted: boolean) {
    this.shape = shape;
    this.pass = pass;
    this.counted = isCounted ? emptyShape() : undefined;
    if (!isCounted) return;
    for (const [text] of shape.texts?.tally.byFrequency ?? []) this.known.add(text);
  }

  /** Returns undefined if the shape has nothing to count. */
  static of(shape: Shape, pass: CountPass, depth: number): ShapeCount | undefined {
    if (pass.done.has(shape)) return undefined;
    if (pass.isCounted(shape)) return new ShapeCount(shape, pass, true);
    const { maps, vectors, sets, files } = shape;
    if (depth >= deepest || files > 0) return undefined;
    const count = new ShapeCount(shape, pass, false);
    if (maps !== undefined) count.maps = MapsCount.of(maps, pass, depth);
    if (vectors !== undefined) count.vectors = ListsCount.of(vectors, pass, depth);
    if (sets !== undefined) count.sets = ListsCount.of(sets, pass, depth);
    return count.maps === undefined && count.vectors === undefined && count.sets === undefined
      ? undefined
      : count;
  }

  get isWhole(): boolean {
    return [this.maps, this.vectors, this.sets].every((part) => part?.isWhole !== false);
  }

  get hasValues(): boolean {
    return (
      this.counted !== undefined ||
      [this.maps, this.vectors, this.sets].some((part) => part?.hasValues === true)
    );
  }

  /** Counts a value. Returns true for the first value of a text that the samples didn't have. */
  visit(value: Value): boolean {
    const data = dataOf(value);
    if (this.counted !== undefined) return this.count(this.counted, data);
    if (data instanceof MapValue) this.maps?.visit(data);
    else if (data instanceof Vector) this.vectors?.visit(data);
    else if (data instanceof SetValue) this.sets?.visit(data);
    return false;
  }

  private count(counted: Shape, value: Value): boolean {
    this.pass.meter.left -= this.pass.cost;
    counted.seen++;
    if (isCollection(value)) counted.others.add(typeName(value));
    else observeScalar(counted, value);
    if (typeof value !== "string" || this.known.has(value) || this.known.size > mostTexts)
      return false;
    this.known.add(value);
    return true;
  }

  /** Replaces the samples by the counts. Returns the shape with them. */
  apply(): Shape {
    this.maps?.apply();
    this.vectors?.apply();
    this.sets?.apply();
    if (this.counted === undefined) return this.shape;
    this.pass.done.add(this.counted);
    return this.counted;
  }
}

interface FieldCount {
  readonly key: Value;
  readonly count: ShapeCount | undefined;
  present: number;
}

/** Counts the values of maps by field, or of all keys together. */
export class MapsCount {
  private readonly maps: Maps;
  private readonly pass: CountPass;
  private readonly fields = new Map<string, FieldCount>();
  private readonly dictionary: Dictionary | undefined;
  private readonly values: ShapeCount | undefined;
  private readonly newNames = new Map<string, number>();
  private rows = 0;
  private newRows = 0;
  private isCut = false;
  /** The number of counted entries of maps whose keys are data. */
  counted = 0;

  private constructor(maps: Maps, pass: CountPass, depth: number) {
    this.maps = maps;
    this.pass = pass;
    this.dictionary = asDictionary(maps);
    if (this.dictionary !== undefined) {
      this.values = ShapeCount.of(this.dictionary.values, pass, depth + 1);
      return;
    }
    for (const [name, { key, shape }] of maps.fields) {
      const count = ShapeCount.of(shape, pass, depth + 1);
      if (count !== undefined || pass.addRow !== undefined)
        this.fields.set(name, { key, count, present: 0 });
    }
  }

  static of(maps: Maps, pass: CountPass, depth: number): MapsCount | undefined {
    if (maps.hasHiddenKeys) return undefined;
    const count = new MapsCount(maps, pass, depth);
    return count.fields.size > 0 || count.values !== undefined ? count : undefined;
  }

  get isDictionary(): boolean {
    return this.dictionary !== undefined;
  }

  get isWhole(): boolean {
    const fields = [...this.fields.values()];
    return (
      !this.isCut &&
      this.values?.isWhole !== false &&
      fields.every(({ count }) => count?.isWhole !== false)
    );
  }

  get hasValues(): boolean {
    return (
      this.values?.hasValues === true ||
      [...this.fields.values()].some(({ count }) => count?.hasValues === true)
    );
  }

  visit(map: MapValue<Value>): void {
    this.rows++;
    if (this.dictionary === undefined) this.visitFields(map);
    else if (this.values !== undefined) this.visitEntries(map, this.values);
  }

  private visitEntries(map: MapValue<Value>, values: ShapeCount): void {
    const { meter } = this.pass;
    map.every((_, value) => {
      if (meter.left < -overdraft) {
        this.isCut = true;
        return false;
      }
      this.counted++;
      meter.left -= costOfField;
      values.visit(value);
      return true;
    });
  }

  private visitFields(map: MapValue<Value>): void {
    let found = 0;
    let isNew = false;
    for (const field of this.fields.values()) {
      const value = map.find(field.key);
      if (value === undefined) continue;
      found++;
      field.present++;
      if (field.count?.visit(value) === true) isNew = true;
    }
    const { addRow, meter } = this.pass;
    meter.left -= 1 + costOfField * this.fields.size;
    if (addRow === undefined) return;
    if (found < map.count && this.countNewNames(map)) isNew = true;
    if (isNew && this.newRows < mostNewRows) {
      this.newRows++;
      addRow(this.maps, map);
    }
  }

  /** Returns true if the map has a field that no earlier map had. */
  private countNewNames(map: MapValue<Value>): boolean {
    this.pass.meter.left -= costOfField * map.count;
    let isNew = false;
    map.every((key) => {
      const name = nameOf(key);
      if (this.fields.has(name)) return true;
      const known = this.newNames.get(name);
      if (known === undefined && this.newNames.size >= mostFields) return true;
      if (known === undefined) isNew = true;
      this.newNames.set(name, (known ?? 0) + 1);
      return true;
    });
    return isNew;
  }

  apply(): void {
    const { rows, maps, dictionary } = this;
    if (dictionary !== undefined) {
      if (this.values !== undefined) dictionary.values = this.values.apply();
      if (this.isWhole && this.hasValues) maps.counted = this.counted;
      return;
    }
    for (const [name, { count, present }] of this.fields) {
      const field = maps.fields.get(name);
      if (field === undefined) continue;
      if (count !== undefined) field.shape = count.apply();
      field.counted = { rows, present };
    }
    for (const [name, present] of this.newNames) {
      const field = maps.fields.get(name);
      if (field !== undefined) field.counted = { rows, present };
    }
  }
}

/** Counts the values of lists: of their elements, or of each position. */
export class ListsCount {
  private readonly lists: Lists;
  private readonly pass: CountPass;
  private readonly element: ShapeCount | undefined;
  private readonly positions: readonly (ShapeCount | undefined)[] | undefined;
  private isCut = false;
  private count = 0;
  private total = 0;
  private fewest = Infinity;
  private most = 0;
  /** The number of counted elements. */
  counted = 0;

  private constructor(lists: Lists, pass: CountPass, depth: number) {
    this.lists = lists;
    this.pass = pass;
    if (lists.positions !== undefined && areTexts(lists.positions)) {
      // Other lists can have another number of texts.
      lists.element = merged([lists.element, ...lists.positions]);
      lists.positions = undefined;
    }
    if (lists.positions === undefined) this.element = ShapeCount.of(lists.element, pass, depth + 1);
    else
      this.positions = lists.positions.map((position) => ShapeCount.of(position, pass, depth + 1));
  }

  static of(lists: Lists, pass: CountPass, depth: number): ListsCount | undefined {
    const count = new ListsCount(lists, pass, depth);
    const { element, positions = [] } = count;
    return element === undefined && positions.every((position) => position === undefined)
      ? undefined
      : count;
  }

  private get parts(): readonly (ShapeCount | undefined)[] {
    return this.positions ?? [this.element];
  }

  get isWhole(): boolean {
    return !this.isCut && this.parts.every((part) => part?.isWhole !== false);
  }

  get hasValues(): boolean {
    return this.parts.some((part) => part?.hasValues === true);
  }

  /** Notes a list of this size, whose elements are visited one by one. */
  open(size: number): void {
    this.count++;
    this.total += size;
    this.fewest = Math.min(this.fewest, size);
    this.most = Math.max(this.most, size);
  }

  visitElement(value: Value): void {
    this.counted++;
    this.element?.visit(value);
  }

  visit(list: ExcerptCollection): void {
    this.open(list.count);
    let index = 0;
    if (this.positions !== undefined && list.count !== this.positions.length) this.isCut = true;
    everyEntry(list, (_, item) => {
      if (this.isCut || this.pass.meter.left < -overdraft) {
        this.isCut = true;
        return false;
      }
      this.pass.meter.left -= costOfField;
      if (this.positions !== undefined) {
        this.counted++;
        this.positions[index++]?.visit(item);
      } else this.visitElement(item);
      return true;
    });
  }

  apply(): void {
    const { lists, positions, count, fewest, most, total } = this;
    if (count >= lists.count) Object.assign(lists, { count, fewest, most, total });
    if (positions !== undefined && this.isCut) {
      lists.element = merged([lists.element, ...(lists.positions ?? [])]);
      lists.positions = undefined;
      return;
    }
    if (this.element !== undefined) lists.element = this.element.apply();
    if (positions !== undefined)
      lists.positions = lists.positions?.map((shape, index) => positions[index]?.apply() ?? shape);
    if (this.isWhole && this.hasValues && this.pass.addRow !== undefined)
      lists.counted = this.counted;
  }
}

function areTexts(positions: readonly Shape[]): boolean {
  return positions.every((position) => kindOf(position) === "texts");
}
