// What the content of a user's message is made of.

import type { FilePart } from "./file-part.ts";
import type { TextPart } from "./text-part.ts";

/** A part of what the user says: text or a file. */
export type UserPart = TextPart | FilePart;
