// A chunk of the stream of a UI message.

import type { InferUIMessageChunk } from "ai";
import type { UIMessageOfRun } from "./ui-message.ts";

export type Chunk = InferUIMessageChunk<UIMessageOfRun>;
