// The thinking of a model before its response, if the provider shows it.

import type { ProviderData } from "./provider-options.ts";

/** The thinking of a model before its response, if the provider reveals it. */
export interface ThinkingPart {
  readonly type: "thinking";
  /** The text; empty if the provider doesn't reveal it. */
  readonly text: string;
  readonly providerData?: ProviderData;
}
