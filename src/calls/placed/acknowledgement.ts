import type { Phrases } from "../../config/phrases.js";
import type { Choice } from "../../records/call-script.js";
import type { CallRequest } from "./place-call.js";

const VALUE = "acknowledged";
const KEY = "1";
const ANSWER_MS = 8_000;
const ATTEMPTS = 3;

/** Returns a request with the question that it asks for, in the language of the phrases. */
export function withAcknowledgement(request: CallRequest, { phrases }: { readonly phrases: Phrases }): CallRequest {
  if (!request.asksToAcknowledge || request.choice) return request;
  return { ...request, choice: acknowledgementIn(phrases) };
}

/** The question whether the callee has taken note: a key or a word of theirs says so, also during the message by key. */
function acknowledgementIn({ acknowledge_question: [prompt = ""], words_acknowledge: synonyms }: Phrases): Choice {
  const options = [{ value: VALUE, synonyms, key: KEY }];
  return { prompt, options, timeoutMs: ANSWER_MS, attempts: ATTEMPTS, dtmfEarly: true };
}
