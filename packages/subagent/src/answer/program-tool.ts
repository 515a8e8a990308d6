// The name of the native tool with which a model runs a program.

export const programToolName = "lisp_eval";
