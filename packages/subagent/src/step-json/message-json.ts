// Writes the messages of a step as JSON and reads them back. Texts and ids stay unchanged. Data
// that a model, a tool or a provider put into a message is in the tagged encoding.

import { DecodingError } from "@ptc/core/decoding";
import type { ProviderOptions, ResponsePart, TextPart } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import type { StepFilePart, StepMessage, StepResultPart } from "../step/step-message.ts";
import type { FilesByDigest, FileTable } from "./file-table.ts";
import { isFields, storableValue, decodedValue } from "@ptc/core/internal/stored";
import type { FileJson, MessageJson, PartJson } from "./message-schema.ts";

type Part = ResponsePart | StepResultPart | StepFilePart;

/**
 * Returns a message as JSON. `files` collects the bytes of its files; without it they are omitted.
 */
export function messageJson(
  { role, content, parts, providerOptions }: StepMessage,
  files: FileTable | undefined,
): MessageJson {
  return {
    role,
    content,
    ...(parts === undefined ? {} : { parts: parts.map((part) => partJson(part, files)) }),
    ...(providerOptions === undefined ? {} : { providerOptions: storableValue(providerOptions) }),
    // The cast is safe: by the type of the message, its parts belong to its role.
  } as MessageJson;
}

/** @throws DecodingError with a location that begins with `path` */
export function messageOf(
  { role, content, parts, providerOptions }: MessageJson,
  path: string,
  files: FilesByDigest,
): StepMessage {
  return {
    role,
    content,
    ...(parts === undefined
      ? {}
      : {
          parts: parts.map((part, index) => partOf(part, `${path}.parts[${String(index)}]`, files)),
        }),
    ...(providerOptions === undefined
      ? {}
      : { providerOptions: optionsOf(providerOptions, `${path}.providerOptions`) }),
    // The cast is safe: the schema has checked that the parts belong to the role.
  } as StepMessage;
}

function partJson(part: Part, files: FileTable | undefined): PartJson {
  switch (part.type) {
    case "file":
      return fileJson(part, files);
    case "tool-call": {
      const { type, toolCallId, toolName, input, malformedInput } = part;
      return {
        type,
        toolCallId,
        toolName,
        input: storableValue(input),
        ...(malformedInput === undefined ? {} : { malformedInput }),
        ...dataJson(part),
      };
    }
    case "tool-result": {
      const { type, toolCallId, toolName, output, isError, providerOptions } = part;
      const answered = part.files?.map((file) => fileJson(file, files));
      return {
        type,
        toolCallId,
        toolName,
        output: storableValue(output),
        ...(answered === undefined ? {} : { files: answered }),
        ...(isError === undefined ? {} : { isError }),
        ...(providerOptions === undefined
          ? {}
          : { providerOptions: storableValue(providerOptions) }),
      };
    }
    default:
      return { type: part.type, text: part.text, ...dataJson(part) };
  }
}

function fileJson(
  { type, mediaType, filename, digest, sizeBytes, data, url }: StepFilePart,
  files: FileTable | undefined,
): FileJson {
  const file = { type, mediaType, ...presentFields({ filename }) };
  if (files === undefined) return { ...file, ...presentFields({ digest }) };
  return { ...file, ...presentFields({ sizeBytes, digest: files.add(data, digest), url }) };
}

function fileOf(part: FileJson, files: FilesByDigest): StepFilePart {
  const { type, mediaType, filename, digest } = part;
  const data = digest === undefined ? undefined : files.get(digest);
  return data === undefined
    ? part
    : { type, mediaType, ...presentFields({ filename, digest }), data };
}

function dataJson({ providerData }: ResponsePart): { providerData?: unknown } {
  return providerData === undefined ? {} : { providerData: storableValue(providerData) };
}

function partOf(part: PartJson, path: string, files: FilesByDigest): Part {
  switch (part.type) {
    case "file":
      return fileOf(part, files);
    case "tool-call": {
      const { input, providerData, ...call } = part;
      return {
        ...call,
        input: decodedValue(input, `${path}.input`),
        ...dataOf(providerData, path),
      };
    }
    case "tool-result": {
      const { output, files: answered, providerOptions, ...result } = part;
      return {
        ...result,
        ...(answered === undefined ? {} : { files: answered.map((file) => fileOf(file, files)) }),
        output: decodedValue(output, `${path}.output`),
        ...(providerOptions === undefined
          ? {}
          : { providerOptions: optionsOf(providerOptions, `${path}.providerOptions`) }),
      };
    }
    default:
      return { type: part.type, text: part.text, ...dataOf(part.providerData, path) };
  }
}

function dataOf(encoded: unknown, path: string): Pick<TextPart, "providerData"> {
  return encoded === undefined ? {} : { providerData: optionsOf(encoded, `${path}.providerData`) };
}

/** Reads options by provider name. Each must be an object. */
function optionsOf(encoded: unknown, path: string): ProviderOptions {
  const read = decodedValue(encoded, path);
  if (!isFields(read) || !Object.values(read).every(isFields))
    throw new DecodingError(path, "expected objects by provider name");
  return read as ProviderOptions;
}
