// `@ptc/core/internal/decoding`: reads dates and times, and checks journals, for the other packages
// of PTC. Versioning does not cover it: any release may change or remove it.

export { parseInstant, parseLocalDate } from "../internal/instant/index.ts";
export { makePeriod, parseTemporal, readZone } from "./read-temporal.ts";
export type { FixedZone } from "./read-temporal.ts";
export { fieldPath } from "./untrusted-json.ts";
export { journalOption, storedFormCheck, unkeptReason } from "./stored-form.ts";
export { unreadFunctions } from "./unread-functions.ts";
