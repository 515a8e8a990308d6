// The types an adapter's author provides for the conformance suite.

import type { LanguageModel } from "../../contract/language-model.ts";
import type { WireFormat } from "./wire-format.ts";

/** The adapter, as the conformance suite needs it. */
export interface AdapterUnderTest {
  /** Creates the model as a user does. It calls the server at `baseUrl` (without a final slash). */
  readonly createModel: (options: AdapterOptions) => LanguageModel;
  readonly wire: WireFormat;
  /** Tries an abort at every byte of a response instead of a sample. */
  readonly everyByte?: boolean;
  /**
   * Cases that the provider's format can't express, by name, with the reason. Unknown names are
   * refused.
   */
  readonly skips?: Readonly<Record<string, string>>;
}

/** The options with which an adapter reaches the loopback server of the suite. */
export interface AdapterOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly modelId: string;
  readonly fetch: typeof globalThis.fetch;
  /** Set only by the cases about bounds. */
  readonly timeoutMs?: number;
  /** Set only by the cases about bounds. */
  readonly totalTimeoutMs?: number;
  /** Set only by the cases about bounds. */
  readonly maxResponseBytes?: number;
}

/** The options of a model that bound its requests. */
export type BoundOptions = Pick<
  AdapterOptions,
  "timeoutMs" | "totalTimeoutMs" | "maxResponseBytes"
>;

/** One required behavior of an adapter. */
export interface AdapterCase {
  readonly name: string;
  /** The reason for skipping it; absent if it runs. */
  readonly skip?: string;
  /** Rejects with an `AssertionError` if the adapter behaves differently. */
  readonly run: () => Promise<void>;
}
