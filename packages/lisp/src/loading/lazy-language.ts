// The part of the language that few programs need, in one piece that loads lazily: special forms,
// the fails of wrong or failed programs, and decoders of stored values. It is one piece because a
// host takes longer to find and open a file than to read most of them, and a bundler puts code that
// two pieces share into a third file.

export { assertSource } from "../options/source-check.ts";
export { refuseOptions } from "../options/refuse-options.ts";
export { definedNames } from "../analysis/defined-names.ts";
export { lazyCompilers, lazyForms } from "./lazy-forms.ts";
export { openJournal } from "../persistence/open-journal.ts";
export { evaluateAgain, evaluateInTurn } from "../evaluation/evaluate-again.ts";
export { lazyFunctionDecoder, readMemory } from "../persistence/read-memory.ts";
export { analysisFails, parseFail, runFail, sourceLimitFail } from "../step/fail.ts";
export { withFailData } from "../step/fail-data.ts";
export { programEnd } from "../step/program-end.ts";
export { whileActive } from "../evaluation/while-active.ts";
export { checkReturn } from "../step/return-check.ts";
export { shownAnswer, shownValue } from "../step/shown-value.ts";
export { withExtras } from "../step/step-extras.ts";
export { wrongProgram } from "../step/wrong-program.ts";
export { withDeclaredNames } from "../effects/declared-names.ts";
export { prepareAgain, runPrepared } from "../waiting/or-waits.ts";
