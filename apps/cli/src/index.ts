// `@ptc/cli`: the command `ptc` as a function, for its executable and for other programs.

export { main } from "./main.ts";
