// A model that always returns the same answer.

export function answering(text: string): () => Promise<string> {
  return () => Promise.resolve(text);
}
