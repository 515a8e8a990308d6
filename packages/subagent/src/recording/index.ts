// `@ptc/subagent/recordings`: records and replays runs, and provides test doubles that respond from
// a recording. It needs zod 4, which the application installs.

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
