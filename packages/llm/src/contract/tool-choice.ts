// Whether a model may, must or must not call a tool; without it the model decides.

export type ToolChoice = "auto" | "none" | "required" | { readonly toolName: string };
