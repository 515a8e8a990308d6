// `@ptc/llm/testing`: the required behavior of provider adapters, as cases for any test runner.
// They start loopback servers, so they run on Node.

export { adapterCases } from "./adapter-cases.ts";
export type { AdapterCase, AdapterOptions, AdapterUnderTest } from "./adapter-under-test.ts";
export type {
  SentCall,
  SentFile,
  SentMessage,
  SentRequest,
  SentResult,
  SentTool,
  WireAnswer,
  WireFailure,
  WireFormat,
  WirePart,
  WireReply,
  WireRequest,
  WireUsage,
} from "./wire-format.ts";
