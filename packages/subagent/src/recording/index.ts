// `@ptc/subagent/recordings`: records and replays runs, and provides test doubles that respond from
// a recording. It needs zod 4, which the application installs.

export { createRunRecorder } from "./run-recorder.ts";
export type { RunRecorderOptions } from "./recorder-options.ts";
export type { RunRecorder } from "./run-recorder.ts";
export { readRunRecording, RecordingError, RunRecording } from "./run-recording.ts";
export type { RecordedAt } from "./run-recording.ts";
export type { RecordedEffect, RecordedEnd, RecordingHeader } from "./recording-lines.ts";
export { replay } from "./replay.ts";
export type { ProgramPlace, Replay } from "./replay.ts";
export type { ReplayOptions } from "./replayed-options.ts";
export { turnsOf } from "./replayed-programs.ts";
export type { Divergence, ToolCallShown } from "./playback.ts";
export { recordedModel, recordedTools } from "./recorded-doubles.ts";
