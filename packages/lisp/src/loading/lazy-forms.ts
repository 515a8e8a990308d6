// The tables of lazily loaded forms, with their handlers and compilers. analysis/lazy-form.ts and
// compile/lazy-compiler.ts call them.

import type { LazyForms } from "../analysis/analysis.ts";
import { analyzeCase } from "../analysis/forms/case.ts";
import {
  rewriteIfLet,
  rewriteIfSome,
  rewriteWhenFirst,
  rewriteWhenLet,
  rewriteWhenSome,
} from "../analysis/forms/conditional-bindings.ts";
import { rewriteCondp } from "../analysis/forms/condp.ts";
import { withConditions } from "../analysis/forms/conditions.ts";
import { rewriteDotimes, rewriteWhile } from "../analysis/forms/counting-loops.ts";
import {
  analyzeDelay,
  analyzeWithOutStr,
  rewriteDoto,
  rewriteTime,
} from "../analysis/forms/delayed.ts";
import {
  analyzeThrow,
  analyzeTry,
  misplacedClause,
  rewriteAssert,
} from "../analysis/forms/exceptions.ts";
import {
  rewriteAs,
  rewriteCondFirst,
  rewriteCondLast,
  rewriteSomeFirst,
  rewriteSomeLast,
} from "../analysis/forms/conditional-threading.ts";
import { rewriteDot, rewriteDotDot, rewriteNew } from "../analysis/forms/java-calls.ts";
import { analyzeLazySeq, rewriteLazyCat } from "../analysis/forms/lazy-sequences.ts";
import { analyzeLetfn } from "../analysis/forms/local-functions.ts";
import { taggedValue } from "../analysis/forms/tagged.ts";
import { analyzeTask } from "../analysis/forms/tasks.ts";
import { formMistakes } from "../analysis/form-mistakes.ts";
import { fieldOfData, missingField } from "../analysis/context-fields.ts";
import { quotedValue } from "../analysis/quoted-value.ts";
import { misplacedOpening, readLibraries } from "../analysis/libraries.ts";
import { rewriting } from "../analysis/special-form.ts";
import { withSuggestions, unknownTool } from "../analysis/unknown-names.ts";
import { unresolved, unresolvedQualified } from "../analysis/unresolved.ts";
import { restMap } from "../builtins/collections/rest-map.ts";
import { awaitingCase, noClause, synchronousCase } from "../compile/case.ts";
import {
  awaitingThrow,
  awaitingTry,
  synchronousThrow,
  synchronousTry,
} from "../compile/exceptions.ts";
import type { LazyCompilers } from "../compile/compilation.ts";
import { awaitingLetfn, compileSibling, synchronousLetfn } from "../compile/local-functions.ts";
import { compileTask } from "../compile/tasks.ts";

export const lazyForms: LazyForms = {
  handlers: {
    case: analyzeCase,
    condp: rewriting(rewriteCondp),
    "if-let": rewriting(rewriteIfLet),
    "when-let": rewriting(rewriteWhenLet),
    "if-some": rewriting(rewriteIfSome),
    "when-some": rewriting(rewriteWhenSome),
    "when-first": rewriting(rewriteWhenFirst),
    dotimes: rewriting(rewriteDotimes),
    while: rewriting(rewriteWhile),
    letfn: analyzeLetfn,
    "lazy-seq": analyzeLazySeq,
    "lazy-cat": rewriting(rewriteLazyCat),
    "as->": rewriting(rewriteAs),
    "cond->": rewriting(rewriteCondFirst),
    "cond->>": rewriting(rewriteCondLast),
    "some->": rewriting(rewriteSomeFirst),
    "some->>": rewriting(rewriteSomeLast),
    try: analyzeTry,
    catch: misplacedClause,
    finally: misplacedClause,
    throw: analyzeThrow,
    assert: rewriting(rewriteAssert),
    ".": rewriting(rewriteDot),
    "..": rewriting(rewriteDotDot),
    new: rewriting(rewriteNew),
    doto: rewriting(rewriteDoto),
    delay: analyzeDelay,
    "with-out-str": analyzeWithOutStr,
    time: rewriting(rewriteTime),
    task: analyzeTask,
    ns: misplacedOpening,
    require: misplacedOpening,
    use: misplacedOpening,
    import: misplacedOpening,
  },
  mistakes: {
    ...formMistakes,
    unresolved,
    unresolvedQualified,
    missingField,
    unknownTool: ({ toolNames }, { name, span }) => unknownTool(name, span, toolNames),
  },
  fieldOfData,
  withSuggestions,
  restMap,
  quotedValue,
  taggedValue,
  withConditions,
  readLibraries,
};

export const lazyCompilers: LazyCompilers = {
  synchronous: {
    case: synchronousCase,
    try: synchronousTry,
    throw: synchronousThrow,
    letfn: synchronousLetfn,
    sibling: compileSibling,
    task: compileTask,
  },
  awaiting: {
    case: awaitingCase,
    try: awaitingTry,
    throw: awaitingThrow,
    letfn: awaitingLetfn,
    sibling: compileSibling,
    task: compileTask,
  },
  noClause,
};
