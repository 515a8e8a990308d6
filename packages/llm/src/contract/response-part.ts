// The parts of a model response.

import type { TextPart } from "./text-part.ts";
import type { ThinkingPart } from "./thinking-part.ts";
import type { ToolCallPart } from "./tool-call-part.ts";

/** A part of a response, discriminated by `type`. */
export type ResponsePart = TextPart | ThinkingPart | ToolCallPart;
