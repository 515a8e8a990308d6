// `@ptc/subagent/text`: helpers for texts that models read and write. They cover chunks of long
// documents, programs in answers, values as a model sees them, and the prompt that describes the
// language.

export type { Chunk, ChunkOptions } from "./text/chunk.ts";
export { chunkCharacters, chunkLines } from "./text/chunk-units.ts";
export { chunkTokens } from "./text/chunk-tokens.ts";
export { grepTools } from "./text/grep-tools.ts";
export { extractProgram } from "./answer/extract-program.ts";
export type { ExtractedProgram } from "./answer/read-answer.ts";
export { stripThinking } from "./answer/strip-thinking.ts";
export { formatFeedback } from "./preview/format-feedback.ts";
export type { FeedbackFormat, FormattedValue } from "./preview/format-feedback.ts";
export { formatResult } from "./preview/format-result.ts";
export type { ResultFormat } from "./preview/format-result.ts";
export { truncateForHistory } from "./preview/truncate-for-history.ts";
export type { HistoryBounds } from "./preview/shortened-value.ts";
export type { TruncatedValue } from "./preview/truncate-for-history.ts";
export { languageCard } from "./run/language-card.ts";
export type { LanguageCardOptions } from "./run/language-card.ts";
