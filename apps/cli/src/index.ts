// `@ptc/cli`: the command `ptc` as a function, for the executable and for whoever starts it from a
// program.

export { main } from "./main.ts";
