// The types of Durable Objects that the Worker uses. Your project gets them from `wrangler types`.

interface ObjectId {
  toString(): string;
}

export interface ObjectState {
  readonly id: ObjectId;
}

export interface Bindings {
  readonly DESK_ABANDONED_MS?: string;
  readonly RUNS: {
    newUniqueId(): ObjectId;
    idFromString(id: string): ObjectId;
    get(id: ObjectId): { fetch(request: Request): Promise<Response> };
  };
}
