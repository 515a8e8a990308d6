// Whether a model may, must or must not call a tool; without it the model decides.

/** Whether the model may call tools, has to, or has to call the one that is named. */
export type ToolChoice = "auto" | "none" | "required" | { readonly toolName: string };
