// Runs before each test file. Property tests use a small sample unless `PTC_TESTS` is set, as in
// `.ci/run`; a property that needs another number sets it itself.
import fc from "fast-check";

fc.configureGlobal({ numRuns: process.env["PTC_TESTS"] === undefined ? 25 : 100 });
