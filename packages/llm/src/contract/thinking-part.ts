// What a model thought before it answered, as far as its provider shows it.

import type { ProviderData } from "./provider-options.ts";

/** What a model thought before it answered, as far as its provider reveals it. */
export interface ThinkingPart {
  readonly type: "thinking";
  /** The text; empty when the provider does not reveal it. */
  readonly text: string;
  readonly providerData?: ProviderData;
}
