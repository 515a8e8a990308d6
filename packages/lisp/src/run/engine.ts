// The evaluator: reader, analysis, compiler and runs, in one piece that is loaded when it is first
// asked for something.

export { decodeMemory } from "../persistence/decode-memory.ts";
export { prepareNow } from "./prepare.ts";
export { run } from "./run.ts";
