// The evaluator: reader, analysis, compiler and runs, in one piece that is loaded at the first call
// of a function of the package.

export { decodeMemory, loadFunctionsOnNeed } from "./decode-memory.ts";
export { namesOfLanguage } from "./language-names.ts";
export { prepareNow } from "./prepare.ts";
export { run } from "./run.ts";
