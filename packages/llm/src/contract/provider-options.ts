// Options and data that only one provider knows and that lack their own field in the contract.

/**
 * Options by provider name, `{ anthropic: { … } }`. An adapter reads only its own entry and sends
 * it.
 */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Data by provider name that a provider attached to a part of its response and expects back
 * unchanged (a signature, an encrypted block). Every other adapter omits it.
 */
export type ProviderData = ProviderOptions;
