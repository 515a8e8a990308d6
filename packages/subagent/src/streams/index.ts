// `@ptc/subagent/streams`: the events of runs as server-sent events.

export { createEventBuffer } from "./event-buffer.ts";
export type { EventBuffer, EventBufferOptions } from "./event-buffer.ts";
export { EventStreamError } from "./event-stream-error.ts";
export type { EventStreamProblem } from "./event-stream-error.ts";
export { readEventStream } from "./read-event-stream.ts";
export type { EventRequest, EventResponse, ReadEventStreamOptions } from "./read-event-stream.ts";
export { resumeEvents } from "./resume-events.ts";
export { storedEvents } from "./stored-events.ts";
export type { StoredEvents, StoredEventsOptions } from "./stored-events.ts";
export type { StreamContentOptions, StreamReaderOptions } from "./stream-options.ts";
export type {
  StreamedContent,
  StreamedEvent,
  StreamedEventData,
  StreamedEventType,
  StreamedFail,
  StreamedMessage,
} from "./streamed-event.ts";
export { eventStreamHeaders, toEventStream } from "./to-event-stream.ts";
export type { EventStreamOptions } from "./to-event-stream.ts";
export { visibleEvents } from "./visible-run.ts";
