// What the author of an adapter hands over to have it tested.

import type { LanguageModel } from "../../contract/language-model.ts";
import type { WireFormat } from "./wire-format.ts";

/** What the conformance suite has to know of an adapter. */
export interface AdapterUnderTest {
  /** Creates the model as a user does. It calls the server at `baseUrl` (without a final slash). */
  readonly createModel: (options: AdapterOptions) => LanguageModel;
  readonly wire: WireFormat;
  /** Tries an abort at every byte of an answer, and not at a sample of them. */
  readonly everyByte?: boolean;
  /**
   * Cases that the provider's format has no words for, by name, with the reason. A name that is no
   * case is refused.
   */
  readonly skips?: Readonly<Record<string, string>>;
}

/** What the suite gives an adapter to reach the server on loopback. */
export interface AdapterOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly modelId: string;
  readonly fetch: typeof globalThis.fetch;
}

/** One thing that an adapter must do. */
export interface AdapterCase {
  readonly name: string;
  /** Why it is left out; absent where it is not. */
  readonly skip?: string;
  /** Rejects with an `AssertionError` where the adapter does something else. */
  readonly run: () => Promise<void>;
}
