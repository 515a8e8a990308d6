// Lazy sequences in memory: few programs define one.

export { elementFunction } from "../compile/element-function.ts";
export { functionMaker } from "../persistence/function-maker.ts";
export { SequenceReader } from "../persistence/read-sequences.ts";
export { storeSequences } from "../persistence/store-sequences.ts";
export {
  StoredSequences,
  SequenceWriter,
  referenceEncoder,
  withShown,
} from "../persistence/stored-sequences.ts";
