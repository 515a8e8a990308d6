// The forms that few programs have, from their analysis to their code.

import type { FurtherForms } from "../analysis/further-forms.ts";
import { analyseCase } from "../analysis/forms/case.ts";
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
  analyseDelay,
  analyseWithOutStr,
  rewriteDoto,
  rewriteTime,
} from "../analysis/forms/delayed.ts";
import {
  analyseThrow,
  analyseTry,
  misplacedClause,
  rewriteAssert,
} from "../analysis/forms/exceptions.ts";
import {
  rewriteAs,
  rewriteCondFirst,
  rewriteCondLast,
  rewriteSomeFirst,
  rewriteSomeLast,
} from "../analysis/forms/further-threading.ts";
import { rewriteDot, rewriteDotDot, rewriteNew } from "../analysis/forms/java-calls.ts";
import { analyseLazySeq, rewriteLazyCat } from "../analysis/forms/lazy-sequences.ts";
import { analyseLetfn } from "../analysis/forms/local-functions.ts";
import { taggedValue } from "../analysis/forms/tagged.ts";
import { analyseTask } from "../analysis/forms/tasks.ts";
import { formMistakes } from "../analysis/form-mistakes.ts";
import { fieldOfData, missingField } from "../analysis/context-fields.ts";
import { misplacedOpening, readLibraries } from "../analysis/libraries.ts";
import { rewriting } from "../analysis/special-form.ts";
import { toldError, unknownTool } from "../analysis/unknown-names.ts";
import { unresolved, unresolvedQualified } from "../analysis/unresolved.ts";
import { awaitingCase, noClause, synchronousCase } from "./case.ts";
import { awaitingThrow, awaitingTry, synchronousThrow, synchronousTry } from "./exceptions.ts";
import type { FurtherCompilers } from "./further-compilers.ts";
import { awaitingLetfn, compileSibling, synchronousLetfn } from "./local-functions.ts";
import { compileTask } from "./tasks.ts";

export const furtherForms: FurtherForms = {
  handlers: {
    case: analyseCase,
    condp: rewriting(rewriteCondp),
    "if-let": rewriting(rewriteIfLet),
    "when-let": rewriting(rewriteWhenLet),
    "if-some": rewriting(rewriteIfSome),
    "when-some": rewriting(rewriteWhenSome),
    "when-first": rewriting(rewriteWhenFirst),
    dotimes: rewriting(rewriteDotimes),
    while: rewriting(rewriteWhile),
    letfn: analyseLetfn,
    "lazy-seq": analyseLazySeq,
    "lazy-cat": rewriting(rewriteLazyCat),
    "as->": rewriting(rewriteAs),
    "cond->": rewriting(rewriteCondFirst),
    "cond->>": rewriting(rewriteCondLast),
    "some->": rewriting(rewriteSomeFirst),
    "some->>": rewriting(rewriteSomeLast),
    try: analyseTry,
    catch: misplacedClause,
    finally: misplacedClause,
    throw: analyseThrow,
    assert: rewriting(rewriteAssert),
    ".": rewriting(rewriteDot),
    "..": rewriting(rewriteDotDot),
    new: rewriting(rewriteNew),
    doto: rewriting(rewriteDoto),
    delay: analyseDelay,
    "with-out-str": analyseWithOutStr,
    time: rewriting(rewriteTime),
    task: analyseTask,
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
  toldError,
  taggedValue,
  withConditions,
  readLibraries,
};

export const furtherCompilers: FurtherCompilers = {
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
