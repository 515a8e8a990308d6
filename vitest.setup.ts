// Runs before each file with tests. What a property is tried on is a sample, unless all of it is
// asked for, as `.ci/run` does; a property that needs a number of its own says so.
import fc from "fast-check";

fc.configureGlobal({ numRuns: process.env["PTC_TESTS"] === undefined ? 40 : 100 });
