// `@ptc/mcp-server`: the command `ptc-mcp` as a function, for its executable and for tests.

export { main } from "./main.ts";
