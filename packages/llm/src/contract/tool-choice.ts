// Whether a model may, must or must not call a tool. Without it, the model decides.

/** Whether the model may call tools, must call one, or must call the named one. */
export type ToolChoice = "auto" | "none" | "required" | { readonly toolName: string };
