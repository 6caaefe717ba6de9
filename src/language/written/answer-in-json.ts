import { isRecord } from "../../kernel/record.js";
import { readWrittenJson } from "../../validation/written-json.js";
import { plainKey } from "./json-calls.js";
import { isOffered, type Offered, type WrittenCall } from "./offered.js";

/** Fields of JSON under which models write their answer, when they write nothing else; the surest first. */
const FIELDS = [
  ...["answer", "answers", "finalanswer", "response", "reply", "speech", "say", "message", "text", "content", "output"],
  ...["antwort", "réponse", "reponse", "respuesta", "risposta", "resposta", "antwoord", "odpowiedź"],
  ...["assistant", "sentence", "final", "spoken", "parts", "choices", "result"],
];
/** Names under which models call their own answer, as if it were a tool. */
const CALLS = [
  ...["finalanswer", "answer", "respond", "reply", "response", "say", "speak", "message", "directlyanswer"],
  ...["directanswer", "finalresponse", "sendmessage", "respondtouser", "replytouser", "none", "notool"],
];
/** Arguments of such a call that are its text, besides {@link FIELDS}. */
const INPUT = ["input", "actioninput", "value"];

/** Returns the answer in JSON that is a whole message; the JSON may have been broken off. */
export function answerInJson(json: string): string | undefined {
  const written = json.trim();
  if (!/^(?:\{|\[\s*[{"])/.test(written)) return undefined;
  return answerOf(["", "}", '"}'].map((end) => readWrittenJson(written + end)).find((each) => each !== undefined));
}

/** Whether a call is the model's answer: no tool has its name. */
export const isAnswer = (call: WrittenCall, offered: Offered) =>
  CALLS.includes(plainKey(call.name)) && !isOffered(call.name, offered);

/** Returns what a call that is an answer says; empty when it says nothing. */
export function answerInCall({ arguments: written }: WrittenCall): string {
  const value = readWrittenJson(written);
  if (value === undefined) return written;
  return (isRecord(value) ? answerOf(value, 3, [...FIELDS, ...INPUT]) : answerOf({ answer: value })) ?? "";
}

/** The text of a field that is named like an answer, of one in it, or of the first in a list. */
function answerOf(value: unknown, depth = 3, names: readonly string[] = FIELDS): string | undefined {
  if (Array.isArray(value)) return sentencesIn(value) ?? answerOf(value[0], depth);
  if (!isRecord(value) || depth === 0 || isMadeUp(value)) return undefined;
  const fields = Object.entries(value);
  for (const field of names.flatMap((name) =>
    fields.filter(([key]) => plainKey(key) === name).map(([, each]) => each),
  )) {
    const answer = typeof field === "string" || typeof field === "number" ? `${field}` : answerOf(field, depth - 1);
    if (answer !== undefined && /[\p{L}\p{N}]/u.test(answer)) return answer;
  }
  return undefined;
}

/** The sentences of a list that holds nothing else: words alone are data. */
function sentencesIn(list: readonly unknown[]): string | undefined {
  const isSaid = list.length > 0 && list.every((each) => typeof each === "string" && /\s.*[.!?…]["”»)]*$/s.test(each));
  return isSaid ? list.join(" ") : undefined;
}

/** Whether it has the form of a tool's result: a small model writes one in place of the call, and nothing is done. */
const isMadeUp = ({ status }: Readonly<Record<string, unknown>>) =>
  typeof status === "string" && /^(?:SUCCESS|FAILED|PENDING)$/.test(status);
