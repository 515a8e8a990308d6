// The core tree: what a program means, as data. The analyzer builds it, the compiler turns it into
// closures, and nothing in it refers to a run. `awaits` says whether evaluating the node may yield
// a promise.
//
//   frame of a call   [ closure, argument…, local… ]     `local` and `self` read it, `captured` reads the closure

import type { MapValue, Value } from "@ptc/core/values";
import type { Site } from "../evaluation/site.ts";
import type { Builtin } from "../builtins/builtin.ts";

interface Base {
  readonly site: Site;
  readonly awaits: boolean;
}

export interface ConstantNode extends Base {
  readonly type: "constant";
  readonly value: Value;
}
export interface LocalNode extends Base {
  readonly type: "local";
  readonly slot: number;
}
export interface CapturedNode extends Base {
  readonly type: "captured";
  readonly index: number;
}
/** The function being called, by its own name. */
export interface SelfNode extends Base {
  readonly type: "self";
}
/** A name of the user namespace, made by `def`. */
export interface GlobalNode extends Base {
  readonly type: "global";
  readonly name: string;
}
/** `data/name`, or the whole context for `data`. */
export interface DataNode extends Base {
  readonly type: "data";
  readonly name: string | undefined;
}
/** An earlier result of the session; `*1` has the index 0. */
export interface HistoryNode extends Base {
  readonly type: "history";
  readonly index: number;
}
export interface IfNode extends Base {
  readonly type: "if";
  readonly test: Node;
  readonly then: Node;
  readonly otherwise: Node;
}
export interface DoNode extends Base {
  readonly type: "do";
  readonly body: readonly Node[];
}
export interface AndNode extends Base {
  readonly type: "and";
  readonly items: readonly Node[];
}
export interface OrNode extends Base {
  readonly type: "or";
  readonly items: readonly Node[];
}
/** Stores `init` in `slot`. */
export interface Binding {
  readonly slot: number;
  readonly init: Node;
  /** Whether it stands in two places, where it is compiled once. */
  readonly isShared?: boolean;
}
export interface LetNode extends Base {
  readonly type: "let";
  readonly bindings: readonly Binding[];
  readonly body: Node;
}
/** Runs `body` again for as long as it yields the recur signal. */
export interface LoopNode extends Base {
  readonly type: "loop";
  readonly bindings: readonly Binding[];
  readonly body: Node;
}
export interface RecurNode extends Base {
  readonly type: "recur";
  readonly slots: readonly number[];
  readonly args: readonly Node[];
}
export interface DefNode extends Base {
  readonly type: "def";
  readonly name: string;
  readonly init: Node | undefined;
  readonly once: boolean;
}
export interface VectorNode extends Base {
  readonly type: "vector";
  readonly items: readonly Node[];
}
export interface SetNode extends Base {
  readonly type: "set";
  readonly items: readonly Node[];
}
/** Keys and values alternate. */
export interface MapNode extends Base {
  readonly type: "map";
  readonly items: readonly Node[];
}
/** One arity: `fixed` arguments in slots 1…, the rest (if any) in the next slot. */
export interface ArityNode {
  readonly fixed: number;
  readonly rest: boolean;
  readonly frameSize: number;
  readonly body: Node;
  readonly recurs: boolean;
  /** Whether it holds a call that answers at once in evaluations of its own program only. */
  readonly relies: boolean;
}
export interface FunctionNode extends Base {
  readonly type: "function";
  readonly name: string | undefined;
  readonly arities: readonly ArityNode[];
  /** How deep its forms nest, those of functions inside it included. */
  readonly nesting: number;
  /**
   * Where each captured value is found when the closure is made, and the name it has in the source.
   */
  readonly captures: readonly { readonly name: string; readonly from: Node }[];
  /**
   * Names of the language that mean a definition of the program in this function. A copy of the
   * function that is made elsewhere must know them.
   */
  readonly shadowed: readonly string[];
}
export interface CallNode extends Base {
  readonly type: "call";
  readonly callee: Node;
  readonly args: readonly Node[];
}
export interface BuiltinCallNode extends Base {
  readonly type: "builtin-call";
  readonly builtin: Builtin;
  readonly args: readonly Node[];
}
/** `(:key target otherwise)`. */
export interface FieldNode extends Base {
  readonly type: "field";
  readonly key: Value;
  readonly target: Node;
  readonly otherwise: Node | undefined;
}
export interface ToolNode extends Base {
  readonly type: "tool";
  readonly name: string;
  readonly args: Node;
}
export interface CaseNode extends Base {
  readonly type: "case";
  readonly subject: Node;
  /** The place in `bodies` for each constant. */
  readonly bodyIndexes: MapValue<Value>;
  readonly bodies: readonly Node[];
  readonly otherwise: Node | undefined;
}
/** One step of `for` and `doseq`: an iteration, local bindings, a filter or an end. */
export type IterationClause =
  | {
      readonly type: "each";
      readonly slot: number;
      readonly source: Node;
      readonly bindings: readonly Binding[];
    }
  | { readonly type: "let"; readonly bindings: readonly Binding[] }
  | { readonly type: "when"; readonly test: Node }
  | { readonly type: "while"; readonly test: Node };
export interface ForNode extends Base {
  readonly type: "for";
  readonly clauses: readonly IterationClause[];
  readonly body: Node;
  readonly collects: boolean;
}
/** Parts of a destructured value: by position, the rest from a position, by field. */
export interface ElementNode extends Base {
  readonly type: "element";
  readonly source: Node;
  readonly index: number;
  /** Whether the pattern has `&`, and so takes whatever can be a sequence. */
  readonly hasRest: boolean;
}
export interface RestNode extends Base {
  readonly type: "rest";
  readonly source: Node;
  readonly from: number;
}
export interface PickNode extends Base {
  readonly type: "pick";
  readonly source: Node;
  readonly key: Node;
  readonly otherwise: Node | undefined;
}
export interface SignalNode extends Base {
  readonly type: "signal";
  readonly signal: "return" | "fail";
  readonly value: Node;
}
export interface ThrowNode extends Base {
  readonly type: "throw";
  readonly value: Node;
}
/** One `(catch Class name body…)`: the exception is stored in `slot`. */
export interface CatchClause {
  readonly className: string;
  readonly slot: number;
  readonly body: Node;
}
export interface TryNode extends Base {
  readonly type: "try";
  readonly body: Node;
  readonly catches: readonly CatchClause[];
  readonly last: Node | undefined;
}
/**
 * Functions that see each other: one list of captured values for all of them, each function in its
 * slot.
 */
export interface LetFunctionsNode extends Base {
  readonly type: "letfn";
  readonly functions: readonly FunctionNode[];
  readonly slots: readonly number[];
  readonly body: Node;
}
/** Another function of the `letfn` that the running one belongs to. */
export interface SiblingNode extends Base {
  readonly type: "sibling";
  readonly index: number;
}
/** `(task id body)`: the body is evaluated when the journal has no result under the id. */
export interface TaskNode extends Base {
  readonly type: "task";
  readonly id: Node;
  readonly body: Node;
}

export type Node =
  | ConstantNode
  | LocalNode
  | CapturedNode
  | SelfNode
  | GlobalNode
  | DataNode
  | HistoryNode
  | IfNode
  | DoNode
  | AndNode
  | OrNode
  | LetNode
  | LoopNode
  | RecurNode
  | DefNode
  | VectorNode
  | SetNode
  | MapNode
  | FunctionNode
  | CallNode
  | BuiltinCallNode
  | FieldNode
  | ToolNode
  | CaseNode
  | ForNode
  | ElementNode
  | RestNode
  | PickNode
  | SignalNode
  | ThrowNode
  | TryNode
  | LetFunctionsNode
  | SiblingNode
  | TaskNode;

/** What the analyzer hands to the compiler. */
/** A name of the source that means another one by a `require` of the program. */
export interface Rename {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

export interface AnalyzedProgram {
  readonly body: readonly Node[];
  readonly frameSize: number;
  /**
   * False when no expression of the program can reach an effect: then everything compiles to
   * synchronous closures.
   */
  readonly hasEffects: boolean;
  /** In the order of the source. */
  readonly renames: readonly Rename[];
}
