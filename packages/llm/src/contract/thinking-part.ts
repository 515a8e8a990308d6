// What a model thought before it answered, as far as its provider shows it.

import type { ProviderData } from "./provider-options.ts";

export interface ThinkingPart {
  readonly type: "thinking";
  /** Empty when the provider keeps the text to itself. */
  readonly text: string;
  readonly providerData?: ProviderData;
}
