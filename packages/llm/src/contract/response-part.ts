// What the content of a model's answer is made of.

import type { TextPart } from "./text-part.ts";
import type { ThinkingPart } from "./thinking-part.ts";
import type { ToolCallPart } from "./tool-call-part.ts";

/** A part of an answer; `type` tells which. */
export type ResponsePart = TextPart | ThinkingPart | ToolCallPart;
