// Copies the contents of containers for `crossing.ts`, one element or field at a time. The copy of
// a container may be spread over several pieces.

import { defineField } from "@ptc/core/internal/values";

/** Copies the parts of containers. */
export interface PartCopier {
  copy(value: unknown, depth: number): unknown;
  /** Copies a field or element. One that throws becomes nil. */
  part(read: () => unknown, depth: number): unknown;
}

/** The copy of a container, or in a later piece the rest of its content. */
type Container = unknown[] | Map<unknown, unknown> | Set<unknown> | object;

/** The state of copying the content of one container. */
export abstract class Filling<Content extends Container = Container> {
  protected readonly copier: PartCopier;
  protected readonly depth: number;
  /** The copy, to which earlier pieces refer. */
  private readonly container: Content;
  /** The part of the copy in the current piece, if there is any. */
  private current: Content | undefined;
  private additions: unknown[] = [];

  constructor(copier: PartCopier, container: Content, depth: number) {
    this.copier = copier;
    this.container = container;
    this.current = container;
    this.depth = depth;
  }

  abstract get isAtEnd(): boolean;

  abstract copyNext(): void;

  /** Ends a piece. What is copied next goes to `additions`. */
  continueIn(additions: unknown[]): void {
    this.current = undefined;
    this.additions = additions;
  }

  protected abstract empty(): Content;

  protected get content(): Content {
    if (this.current === undefined) {
      this.current = this.empty();
      this.additions.push(this.container, this.current);
    }
    return this.current;
  }
}

export class Elements extends Filling<unknown[]> {
  private readonly source: readonly unknown[];
  private readonly length: number;
  private index = 0;

  constructor(copier: PartCopier, copy: unknown[], depth: number, source: readonly unknown[]) {
    super(copier, copy, depth);
    this.source = source;
    this.length = source.length;
  }

  override get isAtEnd(): boolean {
    return this.index >= this.length;
  }

  override copyNext(): void {
    const { source, content } = this;
    const index = this.index++;
    content.push(this.copier.part(() => source[index], this.depth));
  }

  protected override empty(): unknown[] {
    return [];
  }
}

export class Fields extends Filling<object> {
  private readonly source: object;
  private readonly names: readonly string[];
  private index = 0;

  constructor(copier: PartCopier, copy: object, depth: number, source: object) {
    super(copier, copy, depth);
    this.source = source;
    this.names = Object.keys(source);
  }

  override get isAtEnd(): boolean {
    return this.index >= this.names.length;
  }

  override copyNext(): void {
    const { source, content } = this;
    const name = this.names[this.index++];
    if (name === undefined) return;
    defineField(
      content,
      name,
      this.copier.part(() => readField(source, name), this.depth),
    );
  }

  protected override empty(): object {
    return {};
  }
}

/** Copies from an iterator, which is one element ahead. */
abstract class Iterated<Item, Content extends Container> extends Filling<Content> {
  private readonly items: Iterator<Item>;
  private item: IteratorResult<Item>;

  constructor(copier: PartCopier, copy: Content, depth: number, items: Iterator<Item>) {
    super(copier, copy, depth);
    this.items = items;
    this.item = items.next();
  }

  override get isAtEnd(): boolean {
    return this.item.done === true;
  }

  override copyNext(): void {
    const { item } = this;
    if (item.done === true) return;
    this.item = this.items.next();
    this.copyItem(item.value);
  }

  protected abstract copyItem(item: Item): void;
}

export class Entries extends Iterated<[unknown, unknown], Map<unknown, unknown>> {
  constructor(copier: PartCopier, copy: Map<unknown, unknown>, depth: number, source: object) {
    const entries = Map.prototype.entries.call(source as Map<unknown, unknown>);
    super(copier, copy, depth, entries as Iterator<[unknown, unknown]>);
  }

  protected override copyItem([key, item]: [unknown, unknown]): void {
    this.content.set(this.copier.copy(key, this.depth), this.copier.copy(item, this.depth));
  }

  protected override empty(): Map<unknown, unknown> {
    return new Map();
  }
}

export class Members extends Iterated<unknown, Set<unknown>> {
  constructor(copier: PartCopier, copy: Set<unknown>, depth: number, source: object) {
    const members = Set.prototype.values.call(source as Set<unknown>);
    super(copier, copy, depth, members as Iterator<unknown>);
  }

  protected override copyItem(item: unknown): void {
    this.content.add(this.copier.copy(item, this.depth));
  }

  protected override empty(): Set<unknown> {
    return new Set();
  }
}

function readField(source: object, name: string): unknown {
  return (source as Record<string, unknown>)[name];
}
