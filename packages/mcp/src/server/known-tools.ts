// Remembers which results of tools each client has seen described, so that each is described once.

/** Names of tools by client. */
export class KnownTools {
  private readonly most: number;
  private readonly clients = new Map<string, Set<string>>();

  /** The clients beyond `most` are forgotten, longest unused first. */
  constructor(most: number) {
    this.most = most;
  }

  of(client: string): Set<string> {
    const known = this.clients.get(client) ?? new Set();
    this.clients.delete(client);
    this.clients.set(client, known);
    const [oldest] = this.clients.keys();
    if (this.clients.size > this.most && oldest !== undefined) this.clients.delete(oldest);
    return known;
  }
}
