// `@ptc/lisp/internal/waiting`: the parts of waiting programs that missions use too: decisions,
// checkpoints and their seals. Versioning doesn't cover these names.

export { clearMemory } from "./clear-memory.ts";
export { fitsMasked, SearchBudget, shownJson } from "./checkpoint-mask.ts";
export { encodedData, succeeded } from "./call-outcomes.ts";
export {
  decisionProblem,
  differenceOf,
  refusal,
  requestedCall,
  unmetText,
  waitingMessage,
  type DecidedCall,
  type MadeDecision,
  type RequestedCall,
} from "./waiting-calls.ts";
export { checkedDecision } from "./checked-decision.ts";
export { count, readFrame, text, time, type CheckpointFrame } from "./read-checkpoint.ts";
export { unreadable } from "./unreadable.ts";
export type { MaskText } from "./hidden-values.ts";
export { storedPart, type PartSecrets, type StoredParts } from "./stored-parts.ts";
export { isPlainPart } from "./plain-parts.ts";
export { CheckpointWriter, type NewEntry } from "./checkpoint-writer.ts";
export { checkpointOfEntries, type EntriesOptions } from "./checkpoint-of.ts";
export { appendBegun, appendCall, hasTask } from "./reported-calls.ts";
export { unstoredFail } from "./unstored.ts";
export { keysOf, type Keys } from "./checkpoint-keys.ts";
export type { PassedValues } from "./passed-values.ts";
export { encodedInPieces, isLargeData, lengthInPieces } from "./encoded-pieces.ts";
export { without } from "../options/without.ts";
export { plainCopy } from "./plain-copy.ts";
export { ownArguments } from "./own-arguments.ts";
export { decidedData, decidedEdit } from "./decided-data.ts";
export { canonicalJson, digestsOf, newSalt, type Cipher, type Digests } from "./seal.ts";
export { shownArguments } from "./shown-arguments.ts";
export { TimedRecord } from "./timed-record.ts";
export { Suspension } from "./suspension.ts";
export { markDecided, markIds, markRequested } from "./traced-calls.ts";
export { checkApproval, isYes, suspensionOrError } from "./tools-that-wait.ts";
export { checkDecisions, decidedCalls } from "./decided-calls.ts";
export { assertSameInputs, assertSameLibraries, inputsOf, passedValues } from "./same-inputs.ts";
export { fieldsOf, wholeJson } from "./stored-inputs.ts";
export { assertIdsShown, sealed, storedPending, UnwritableError } from "./write-checkpoint.ts";
export type {
  CheckpointInputs,
  EntryPlace,
  StoredPart,
  StoredPending,
} from "../step/checkpoint.ts";
export { checkpointFormat, checkpointVersion } from "../step/checkpoint.ts";
