// `@ptc/trace-viewer`: the command `ptc-trace-viewer` as a function, for its executable and for
// tests.

export { main } from "./main.ts";
export type { ViewerHost } from "./main.ts";
