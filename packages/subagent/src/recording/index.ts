// `@ptc/subagent/recordings`: records runs, plays them back, and doubles for tests that answer from
// them. It needs zod 4, which the application installs.

export { createRunRecorder } from "./run-recorder.ts";
export type { RunRecorderOptions } from "./recorder-options.ts";
export type { RunRecorder } from "./run-recorder.ts";
export { readRunRecording, RecordingError, RunRecording } from "./run-recording.ts";
export type { RecordedAt } from "./run-recording.ts";
export type { RecordedEffect, RecordedEnd, RecordingHeader } from "./recording-lines.ts";
export { replay, turnsOf } from "./replay.ts";
export type { ProgramPlace, Replay, ReplayOptions } from "./replay.ts";
export type { Divergence, ToolCallShown } from "./playback.ts";
export { recordedModel, recordedTools } from "./recorded-doubles.ts";
