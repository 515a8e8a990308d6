// `@ptc/openapi`: operations of OpenAPI documents as tools for PTC.

export { openApiTools } from "./open-api-tools.ts";
export type { OpenApiTools, OpenApiWarning } from "./open-api-tools.ts";
export type { OpenApiApproval, OpenApiOptions } from "./options.ts";
export type { OpenApiOperation } from "./document/operations.ts";
export type { IncludeLists, IncludeOption } from "./selection.ts";
export type { Credential, CredentialSource } from "./call/credentials.ts";
export type { FailureData } from "./call/failures.ts";
