// Removes undefined fields from objects. Several layers need this helper, so it is in `@ptc/core`.

export { presentFields } from "@ptc/core/internal/host";
