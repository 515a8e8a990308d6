// Plain text, from a person, the application or the model.

import type { ProviderData } from "./provider-options.ts";

/** Text of a message or a response. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly providerData?: ProviderData;
}
