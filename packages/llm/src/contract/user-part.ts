// The parts of a user message.

import type { FilePart } from "./file-part.ts";
import type { TextPart } from "./text-part.ts";

/** A part of a user message: text or a file. */
export type UserPart = TextPart | FilePart;
