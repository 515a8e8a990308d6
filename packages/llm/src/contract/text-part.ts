// Plain text, from a person, the application or the model.

import type { ProviderData } from "./provider-options.ts";

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly providerData?: ProviderData;
}
