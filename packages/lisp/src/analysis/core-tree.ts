// The core tree: the meaning of a program, as data. The analyzer builds it and the compiler turns
// it into closures. It never refers to a run. `awaits` is true if evaluating the node may yield a
// promise.
//
//   frame of a call   [ closure, argument…, local… ]     `local` and `self` read it, `captured` reads the closure

import type { Span } from "@ptc/parser";
import type { MapValue, Value } from "@ptc/core/values";
import type { Site } from "../evaluation/site.ts";
import type { Builtin } from "../builtins/builtin.ts";
import type { UsedLibraries } from "../evaluation/library.ts";

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
/** The function being called, referred to by its own name. */
export interface SelfNode extends Base {
  readonly type: "self";
}
/** A name of the user namespace, created by `def`. */
export interface GlobalNode extends Base {
  readonly type: "global";
  readonly name: string;
}
/** `data/name`, or the whole context for `data`. */
export interface DataNode extends Base {
  readonly type: "data";
  readonly name: string | undefined;
}
/** An earlier result of the session; `*1` has index 0. */
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
  /** True if the binding occurs twice in the tree, but is compiled once. */
  readonly isShared?: boolean;
}
export interface LetNode extends Base {
  readonly type: "let";
  readonly bindings: readonly Binding[];
  readonly body: Node;
}
/** Runs `body` again as long as it yields the recur signal. */
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
/** A map literal. Keys and values alternate. */
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
  /** True if it contains a call that is immediate only in evaluations of its own program. */
  readonly relies: boolean;
}
export interface FunctionNode extends Base {
  readonly type: "function";
  readonly name: string | undefined;
  readonly arities: readonly ArityNode[];
  /** The nesting depth of its forms, including functions inside it. */
  readonly nesting: number;
  /** Where to find each captured value when the closure is created, and its name in the source. */
  readonly captures: readonly { readonly name: string; readonly from: Node }[];
  /**
   * Names of the language that mean a definition of the program in this function. A copy of the
   * function in another session must know them.
   */
  readonly shadowed: readonly string[];
  /** True if its span is that of the body of a `lazy-seq`, which takes no arguments. */
  readonly isBody: boolean;
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
  /** The index in `bodies` for each constant. */
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
      readonly text: ForText;
    }
  | { readonly type: "let"; readonly bindings: readonly Binding[] }
  | { readonly type: "when"; readonly test: Node }
  | { readonly type: "while"; readonly test: Node };
/** The parts of the source that handle an element of a clause, and the names in scope there. */
export interface ForText {
  readonly pattern: Span;
  /** The clauses after it, without the end of their vector. */
  readonly others: Span;
  /** Those clauses among `others` that may end the iteration over its elements. */
  readonly ends: readonly { readonly clause: Span; readonly test: Span }[];
  readonly body: Span;
  readonly scope: ScopeOfFor;
  readonly names: NamesOfFor | undefined;
}
/** The part of a `FunctionScope` that a clause needs. */
export interface ScopeOfFor {
  readonly captured: readonly object[];
  readonly shadowed: ReadonlySet<string>;
}
/** The local names in scope, innermost first. */
export interface NamesOfFor {
  readonly binding: { readonly name: string; readonly owner: object; readonly slot: number };
  readonly outer: NamesOfFor | undefined;
}
export interface ForNode extends Base {
  readonly type: "for";
  readonly clauses: readonly IterationClause[];
  readonly body: Node;
  readonly collects: boolean;
}
/** Parts of a destructured value: an element by position, the rest from a position, or a field. */
export interface ElementNode extends Base {
  readonly type: "element";
  readonly source: Node;
  readonly index: number;
  /** True if the pattern has `&`, and so accepts any value that can be a sequence. */
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
 * Functions that see each other. They share one list of captured values, and each function has its
 * own slot.
 */
export interface LetFunctionsNode extends Base {
  readonly type: "letfn";
  readonly functions: readonly FunctionNode[];
  readonly slots: readonly number[];
  readonly body: Node;
}
/** Another function of the `letfn` to which the running one belongs. */
export interface SiblingNode extends Base {
  readonly type: "sibling";
  readonly index: number;
}
/** `(task id body)`: the body is evaluated if the journal has no result under the id. */
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

/** The result of the analyzer, which the compiler takes. */
/** A name in the source that a `require` of the program maps to another name. */
export interface Rename {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

export interface AnalyzedProgram {
  readonly body: readonly Node[];
  readonly frameSize: number;
  /**
   * False if no expression of the program can reach an effect. Then everything compiles to
   * synchronous closures.
   */
  readonly hasEffects: boolean;
  /** In the order of the source. */
  readonly renames: readonly Rename[];
  /** The libraries of the host that it uses; undefined if it uses none. */
  readonly libraries?: UsedLibraries | undefined;
}
