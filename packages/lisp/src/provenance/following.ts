// The state of a followed run: its labels, and what its branches are doing.

import { Keyword, MapValue, type Value } from "@ptc/core/values";
import type { FunctionCode } from "../functions/closure.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { Label, type Origins, type Trail, trailFrom, unlabeled } from "./label.ts";
import { InsideTable, Labeled, plain } from "./labeled.ts";
import type { OriginTable } from "./origin-table.ts";

/** The labels of one argument of a call. */
export interface ArgumentLabel {
  /** Every origin of the argument and of what is inside it. */
  readonly origins: Origins;
  readonly trail: Trail | undefined;
}

/** The arguments of a call of a tool with their labels, by the names of the arguments. */
export interface LabeledCall {
  readonly name: string;
  readonly address: string;
  readonly arguments: ReadonlyMap<string, ArgumentLabel>;
}

/** Receives each call of a followed run before its tool is called. */
export type CallListener = (call: LabeledCall) => void;

export interface FollowingOptions {
  readonly origins: OriginTable;
  /** True to follow decisions and lengths too, not only values. */
  readonly isStrict: boolean;
  /** The origins of texts and numbers in the source; 0 unless the model has read untrusted text. */
  readonly literals: Origins;
  /** True for a tool whose answers are independent of the origin of its arguments. */
  /** The origins of results of earlier programs, `*1 *2 *3`. */
  readonly history?: Origins;
  /** The origins of results of tasks that the journal had at the start. */
  readonly journal?: Origins;
  readonly endorses: (tool: string) => boolean;
  readonly onCall: CallListener;
  /** Returns followed code for a function of other code; undefined if it isn't loaded. */
  readonly follow: (code: FunctionCode) => FunctionCode | undefined;
}

export class Following {
  readonly origins: OriginTable;
  readonly isStrict: boolean;
  readonly literals: Label;
  readonly history: Origins;
  readonly journal: Origins;
  readonly endorses: FollowingOptions["endorses"];
  private readonly onCall: CallListener;
  private readonly announced = new Set<string>();
  private readonly follow: FollowingOptions["follow"];
  /** Functions of memory and of libraries as followed code. */
  private readonly codes = new Map<FunctionCode, FunctionCode | undefined>();
  readonly inside = new InsideTable();
  /** The labels of definitions by name. Their values are plain, as other code reads them. */
  readonly definitions = new Map<string, Label>();
  /** All origins that the run has met, which errors may contain. */
  seen: Origins = 0;
  /** In strict mode, origins that may have decided about a change of state that wasn't made. */
  unmade: Origins = 0;
  /** Origins of what functions returned that a builtin found inside of its arguments. */
  private escaped: Origins = 0;
  /** Origins of what was printed, for `with-out-str`. */
  printed: Origins = 0;
  /** Origins of the arguments of builtins that are being called, by branch. */
  private readonly active = new Map<Branch, Origins>();
  /** In strict mode, origins that decided that a branch is where it is. */
  private readonly decided = new Map<Branch, Origins>();

  constructor({
    origins,
    isStrict,
    literals,
    endorses,
    onCall,
    follow,
    ...given
  }: FollowingOptions) {
    this.origins = origins;
    this.isStrict = isStrict;
    this.history = given.history ?? 0;
    this.journal = given.journal ?? 0;
    // Without steps, so that a value of a literal and an answer has the steps of the answer.
    this.literals = literals === 0 ? unlabeled : new Label(literals, literals);
    this.endorses = endorses;
    this.onCall = onCall;
    this.follow = follow;
    this.seen = literals;
  }

  /** Returns `value`, which is plain, with these origins. */
  withOrigins(value: Value, own: Origins, deep: Origins, trail: Trail | undefined): Value {
    const all = own | deep;
    if (all === 0) return value;
    this.seen |= all;
    return new Labeled(value, new Label(own, deep, trail));
  }

  /** Notes the labels of the items of a new collection and returns it. */
  withItems(collection: Value, labels: readonly Label[]): Value {
    const fields = new Map<number, Label>();
    for (const [index, label] of labels.entries())
      if (label !== unlabeled) fields.set(index, label);
    if (fields.size > 0) this.inside.set(collection, { fields, others: unlabeled });
    return collection;
  }

  /** Returns every origin of a value and of what is inside it. */
  deepOf(value: Value): Origins {
    return value instanceof Labeled
      ? value.label.deep | this.inside.deep(value.value)
      : this.inside.deep(value);
  }

  /** Returns the own origins of a value and of its parts, for builtins that pass parts on. */
  ownOf(value: Value): Origins {
    return value instanceof Labeled
      ? value.label.own | this.inside.own(value.value)
      : this.inside.own(value);
  }

  /** Returns the origins of the calls of builtins around this place. */
  activeIn(branch: Branch): Origins {
    return this.around(this.active, branch) | this.escaped;
  }

  /** Returns the origins that decided that this place is reached. */
  decidedIn(branch: Branch): Origins {
    return this.isStrict ? this.around(this.decided, branch) : 0;
  }

  /** Returns followed code for a function of other code; undefined if it isn't loaded. */
  codeOf(code: FunctionCode): FunctionCode | undefined {
    if (!this.codes.has(code)) this.codes.set(code, this.follow(code));
    return this.codes.get(code);
  }

  /** Returns the value of a definition with its label. */
  definition(name: string, value: Value): Value {
    const label = this.definitions.get(name) ?? unlabeled;
    const unmade = this.isStrict ? this.unmade : 0;
    return this.withOrigins(value, label.own | unmade, label.deep | unmade, label.trail);
  }

  /** Notes origins that code which isn't followed has met. Any later result may have them. */
  lose(origins: Origins): void {
    this.escaped |= origins;
    this.seen |= origins;
  }

  /** Notes what a function returned to a builtin that found it inside of an argument. */
  escape(value: Value): Value {
    this.lose(this.deepOf(value));
    return plain(value);
  }

  get hasEscaped(): Origins {
    return this.escaped;
  }

  /** Reports a call of followed code, before its tool is called. */
  announce(call: LabeledCall): void {
    this.announced.add(call.address);
    this.onCall(call);
  }

  /** True for a call of followed code. */
  isAnnounced(address: string): boolean {
    return this.announced.has(address);
  }

  /** Evaluates `body` with `origins` as those of a builtin that is being called. */
  calling<Made>(
    branch: Branch,
    origins: Origins,
    body: () => Made | Promise<Made>,
  ): Made | Promise<Made> {
    return this.within(this.active, branch, origins, body);
  }

  /** Evaluates `body`, which is reached because of a value with `origins`. */
  deciding<Made>(
    branch: Branch,
    origins: Origins,
    body: () => Made | Promise<Made>,
  ): Made | Promise<Made> {
    return this.within(this.decided, branch, origins, body);
  }

  /** Returns the whole context, with a label for each of its fields. */
  context(value: Value): Value {
    if (value instanceof MapValue && this.inside.of(value) === undefined) {
      const fields = new Map<string | number, Label>();
      value.forEach((key) => {
        const name = typeof key === "string" ? key : key instanceof Keyword ? key.text : undefined;
        if (name === undefined) return;
        const own = this.origins.bitOf("data", name);
        fields.set(name, new Label(own, own, trailFrom(`data/${name}`)));
        this.seen |= own;
      });
      this.inside.set(value, { fields, others: unlabeled });
    }
    return value;
  }

  private around(table: ReadonlyMap<Branch, Origins>, branch: Branch): Origins {
    if (table.size === 0) return 0;
    let origins = 0;
    for (let each: Branch | undefined = branch; each !== undefined; each = each.outer)
      origins |= table.get(each) ?? 0;
    return origins;
  }

  private within<Made>(
    table: Map<Branch, Origins>,
    branch: Branch,
    origins: Origins,
    body: () => Made | Promise<Made>,
  ): Made | Promise<Made> {
    const before = table.get(branch) ?? 0;
    if ((before | origins) === before) return body();
    table.set(branch, before | origins);
    const end = (): void => {
      if (before === 0) table.delete(branch);
      else table.set(branch, before);
    };
    let made: Made | Promise<Made>;
    try {
      made = body();
    } catch (error) {
      end();
      throw error;
    }
    if (made instanceof Promise) return made.finally(end);
    end();
    return made;
  }
}
