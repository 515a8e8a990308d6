// `@ptc/subagent/internal/node`: loads missions, models, tools and files, and shows answers and
// progress, for the apps of this repository. Versioning doesn't cover these names: they can change
// in any release.

export { checkLibraries } from "../../promotion/check-libraries.ts";
export { promote } from "../../promotion/promote.ts";
export type { PromotedProgram, PromotedRun } from "../../promotion/promoted-run.ts";
export { libraryFile, loadLibraries, loadLibraryFiles } from "./loading/load-libraries.ts";
export { loadPromotedRun, promotedCall } from "./loading/load-promoted-run.ts";
export { importModule } from "./loading/import-module.ts";
export { loadAgentTools } from "./loading/load-agent-tools.ts";
export { loadMission } from "./loading/load-mission.ts";
export type { LoadedMission } from "./loading/load-mission.ts";
export { loadNamedModel, loadRecordedModel, manualProvider } from "./loading/load-model.ts";
export type { LoadedModel, NamedModelOptions } from "./loading/load-model.ts";
export { hasRecording, recordingPath } from "./loading/load-recording.ts";
export { loadRun, missionFolderOf } from "./loading/load-run.ts";
export { loadStep } from "./loading/load-step.ts";
export { loadTools } from "./loading/load-tools.ts";
export type { ToolsModule } from "./loading/tool-exports.ts";
export { knownProviders } from "./loading/known-providers.ts";
export { providerModel } from "./loading/provider-model.ts";
export type { ModelProvider, ModelProviders } from "./loading/provider-model.ts";
export { openRunFiles } from "./loading/run-files.ts";
export type { OpenRunFiles, RunFilePaths } from "./loading/run-files.ts";
export { answerLines } from "./showing/answer-lines.ts";
export { tableLines } from "./showing/answer-table.ts";
export type { Row } from "./showing/nested-rows.ts";
export { contextOverview } from "./showing/context-overview.ts";
export type { MissionLinesOptions } from "./showing/mission-lines.ts";
export { Progress } from "./showing/progress.ts";
export type { Style, StyleName } from "./showing/style.ts";
export { displayWidth, wordLines } from "./showing/text-width.ts";
export { Traffic } from "./showing/traffic.ts";
