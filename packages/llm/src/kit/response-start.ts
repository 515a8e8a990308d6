// The first event of every stream.

import type { ModelWarning } from "../contract/model-warning.ts";
import type { ResponseMetadata } from "../contract/response-metadata.ts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { presentFields } from "@ptc/core/internal/host";
import { textOrAbsent } from "./shape-checks.ts";

/** The start of a response. Fields of the server are unchecked. */
export interface StartedResponse {
  readonly modelId?: unknown;
  readonly responseId?: unknown;
  readonly warnings?: readonly ModelWarning[] | undefined;
  readonly metadata?: ResponseMetadata | undefined;
}

/** Returns the `response-start` event without empty fields. */
export function responseStart({
  modelId,
  responseId,
  warnings = [],
  metadata,
}: StartedResponse): Extract<ModelStreamEvent, { type: "response-start" }> {
  return {
    type: "response-start",
    ...presentFields({
      modelId: textOrAbsent(modelId),
      responseId: textOrAbsent(responseId),
      warnings: warnings.length === 0 ? undefined : warnings,
      metadata,
    }),
  };
}
