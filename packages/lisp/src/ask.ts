// `@ptc/lisp/ask`: a tool with which programs ask the user.

export { askUser } from "./waiting/ask-user.ts";
export type { AskUserOptions, Question } from "./waiting/ask-user.ts";
