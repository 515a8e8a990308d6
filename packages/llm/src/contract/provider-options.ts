// Options and data that only one provider knows and that have no field of their own in the
// contract.

/**
 * Options by the name of a provider, `{ anthropic: { … } }`. An adapter reads its own entry and
 * passes it on.
 */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * What a provider attached to a part of its answer and wants back unchanged (a signature, an
 * encrypted block), by the name of the provider. Every other adapter leaves it out.
 */
export type ProviderData = ProviderOptions;
