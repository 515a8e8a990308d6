// What few programs need, in one piece that is loaded when the first one does: further special
// forms, the fails of programs that are wrong or fail, and the reading of values that were written
// down. One piece, because a host takes longer to find and open a file than to read most of them,
// and a bundler puts code that two pieces share in files of its own.

export { definedNames } from "../analysis/defined-names.ts";
export { furtherCompilers, furtherForms } from "../compile/further-forms.ts";
export { holdsEncodedFunction, mayHoldFunction } from "../persistence/holds-encoded-function.ts";
export { functionMaker } from "../persistence/function-maker.ts";
export { openJournal } from "../persistence/open-journal.ts";
export { functionsMadeOnNeed, readMemory } from "../persistence/read-memory.ts";
export { analysisFails, parseFail, runFail, sourceLimitFail } from "./fail.ts";
export { validated } from "./validated.ts";
export { wrongProgram } from "./wrong-program.ts";
