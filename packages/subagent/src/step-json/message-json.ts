// Writes the messages of a step as JSON and reads them back. Texts and ids stay as they are. Data
// that a model, a tool or a provider put into a message is in the tagged encoding.

import { DecodingError } from "@ptc/core/decoding";
import type { ProviderOptions, ResponsePart, TextPart, ToolResultPart } from "@ptc/llm";
import type { StepMessage } from "../step/step-message.ts";
import { isFields, keepValue, keptValue } from "./kept-value.ts";
import type { MessageJson, PartJson } from "./message-schema.ts";

type Part = ResponsePart | ToolResultPart;

export function messageJson({ role, content, parts, providerOptions }: StepMessage): MessageJson {
  return {
    role,
    content,
    ...(parts === undefined ? {} : { parts: parts.map(partJson) }),
    ...(providerOptions === undefined ? {} : { providerOptions: keepValue(providerOptions) }),
    // The cast is safe: by the type of the message, its parts belong to its role.
  } as MessageJson;
}

/** @throws DecodingError that names the place, which begins with `place` */
export function messageOf(
  { role, content, parts, providerOptions }: MessageJson,
  place: string,
): StepMessage {
  return {
    role,
    content,
    ...(parts === undefined
      ? {}
      : { parts: parts.map((part, index) => partOf(part, `${place}.parts[${String(index)}]`)) }),
    ...(providerOptions === undefined
      ? {}
      : { providerOptions: optionsOf(providerOptions, `${place}.providerOptions`) }),
    // The cast is safe: the schema has checked that the parts belong to the role.
  } as StepMessage;
}

function partJson(part: Part): PartJson {
  switch (part.type) {
    case "tool-call": {
      const { type, toolCallId, toolName, input, malformedInput } = part;
      return {
        type,
        toolCallId,
        toolName,
        input: keepValue(input),
        ...(malformedInput === undefined ? {} : { malformedInput }),
        ...dataJson(part),
      };
    }
    case "tool-result": {
      const { type, toolCallId, toolName, output, isError, providerOptions } = part;
      return {
        type,
        toolCallId,
        toolName,
        output: keepValue(output),
        ...(isError === undefined ? {} : { isError }),
        ...(providerOptions === undefined ? {} : { providerOptions: keepValue(providerOptions) }),
      };
    }
    default:
      return { type: part.type, text: part.text, ...dataJson(part) };
  }
}

function dataJson({ providerData }: ResponsePart): { providerData?: unknown } {
  return providerData === undefined ? {} : { providerData: keepValue(providerData) };
}

function partOf(part: PartJson, place: string): Part {
  switch (part.type) {
    case "tool-call": {
      const { input, providerData, ...call } = part;
      return {
        ...call,
        input: keptValue(input, `${place}.input`),
        ...dataOf(providerData, place),
      };
    }
    case "tool-result": {
      const { output, providerOptions, ...result } = part;
      return {
        ...result,
        output: keptValue(output, `${place}.output`),
        ...(providerOptions === undefined
          ? {}
          : { providerOptions: optionsOf(providerOptions, `${place}.providerOptions`) }),
      };
    }
    default:
      return { type: part.type, text: part.text, ...dataOf(part.providerData, place) };
  }
}

function dataOf(encoded: unknown, place: string): Pick<TextPart, "providerData"> {
  return encoded === undefined ? {} : { providerData: optionsOf(encoded, `${place}.providerData`) };
}

/** Options by the name of a provider; each must be an object. */
function optionsOf(encoded: unknown, place: string): ProviderOptions {
  const read = keptValue(encoded, place);
  if (!isFields(read) || !Object.values(read).every(isFields))
    throw new DecodingError(place, "expected objects by the name of a provider");
  return read as ProviderOptions;
}
