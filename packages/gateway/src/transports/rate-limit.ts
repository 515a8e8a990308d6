// Counts the requests of each client, so that one can't use up the server for the others.

interface Bucket {
  left: number;
  filledAt: number;
}

const minute = 60_000;

/** A bucket for each client: it holds the requests of a minute, and fills up steadily. */
export class RateLimit {
  private readonly perMinute: number;
  private readonly mostClients: number;
  private readonly now: () => number;
  private readonly buckets = new Map<string, Bucket>();

  /** The clients beyond `mostClients` are forgotten, longest unused first. */
  constructor(perMinute: number, mostClients: number, now: () => number) {
    this.perMinute = perMinute;
    this.mostClients = mostClients;
    this.now = now;
  }

  /** Counts `count` requests. Returns the seconds until they are allowed, or 0. */
  take(client: string, count = 1): number {
    const bucket = this.bucketOf(client);
    if (bucket.left >= count) {
      bucket.left -= Math.max(0, count);
      return 0;
    }
    return Math.max(1, Math.ceil(((count - bucket.left) * 60) / this.perMinute));
  }

  private bucketOf(client: string): Bucket {
    const now = this.now();
    const bucket = this.buckets.get(client) ?? { left: this.perMinute, filledAt: now };
    const passed = Math.max(0, now - bucket.filledAt);
    bucket.left = Math.min(this.perMinute, bucket.left + (passed * this.perMinute) / minute);
    bucket.filledAt = now;
    this.buckets.delete(client);
    this.buckets.set(client, bucket);
    const [oldest] = this.buckets.keys();
    if (this.buckets.size > this.mostClients && oldest !== undefined) this.buckets.delete(oldest);
    return bucket;
  }
}
