// A map with a largest size, for memories of runs. A run that is forgotten only loses links.

/** A map that forgets its oldest entries above `mostEntries`. */
export class BoundedMap<Value> {
  private readonly entries = new Map<string, Value>();
  private readonly mostEntries: number;

  constructor(mostEntries: number) {
    this.mostEntries = mostEntries;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key);
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  set(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.mostEntries) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  /** Returns the value and removes it. */
  take(key: string): Value | undefined {
    const value = this.entries.get(key);
    this.entries.delete(key);
    return value;
  }
}
