// `@ptc/viewer`: a page that shows recorded and running agents, from a server or in a file.
// `@ptc/viewer/model` makes its data.

export { startViewer } from "./server/start-viewer.ts";
export type { Viewer, ViewerOptions } from "./server/start-viewer.ts";
export type {
  DecideRequest,
  ReplayedRun,
  ReplayRequest,
  ViewerActions,
} from "./server/viewer-actions.ts";
export { viewerHtml } from "./server/viewer-html.ts";
export type { ViewerHtmlOptions } from "./server/viewer-html.ts";
export type { CallDecisionInput, UndecidedCall, UndecidedRun } from "./page-data.ts";
export { viewTraces } from "./server/view-traces.ts";
export type { ViewTracesOptions } from "./server/view-traces.ts";
