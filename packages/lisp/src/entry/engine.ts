// The evaluator: reader, analysis, compiler and runs, in one piece. It loads lazily, at the first
// call of a function of the package.

export { decodeMemory, loadLazyFunctionDecoder, loadSequences } from "./decode-memory.ts";
export { namesOfLanguage } from "./language-names.ts";
export { prepareNow } from "../run/prepare.ts";
export { run } from "../run/run.ts";
