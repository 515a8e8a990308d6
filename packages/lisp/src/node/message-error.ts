// Thrown for a message that no evaluator would send.

export class MessageError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "MessageError";
  }
}
