import { DIALABLE_NUMBER } from "../../kernel/dialable-number.js";
import type { JsonSchema } from "../../validation/validator.js";
import { text } from "./shapes.js";

/** Control characters but tab and line breaks, and halves of characters that a text cannot be made of. */
const UNSPEAKABLE = "\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF";

/** A text that may be empty. */
export function anyText(description: string, maxLength: number, more: JsonSchema = {}): JsonSchema {
  const form = {
    pattern: `^[^${UNSPEAKABLE}]*$`,
    "x-expected": "text without control characters and unpaired surrogates",
  };
  return text(description, { maxLength, ...form, ...more });
}

/** A text with something in it to say. */
export function spokenText(description: string, maxLength: number, more: JsonSchema = {}): JsonSchema {
  return anyText(description, maxLength, {
    minLength: 1,
    pattern: `^(?=[^]*\\S)[^${UNSPEAKABLE}]*$`,
    "x-expected": "text, not blanks alone, without control characters and unpaired surrogates",
    ...more,
  });
}

export const extension: JsonSchema = text(
  "The number to call. Never a channel technology or a context: the service decides how it is dialled.",
  {
    pattern: DIALABLE_NUMBER.source,
    "x-expected":
      "a number to dial: 1 to 64 letters, digits, * # . _ and -, beginning with a letter, a digit, +, * or #",
    examples: ["1001", "+493012345678"],
  },
);

export const callbackUrl: JsonSchema = text(
  "Where the result is posted when the call is over: http or https, without user name and password.",
  {
    format: "uri",
    pattern: "^[hH][tT][tT][pP][sS]?://",
    "x-expected": "an http:// or https:// address",
    maxLength: 2048,
    examples: ["https://example.org/hooks/calls"],
  },
);

export const ringTimeout: JsonSchema = {
  type: "integer",
  description: "How long the telephone may ring, in seconds.",
  minimum: 5,
  maximum: 120,
  default: 30,
};

export const callId: JsonSchema = text("Identifies the call.", {
  examples: ["0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11"],
});
