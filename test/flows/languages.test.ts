import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../src/config/phrases.js";
import type { Assistant } from "../../src/calls/assistant/assistant.js";
import type { ConversationResources } from "../../src/conversation/conversation.js";
import { localeOf } from "../../src/locales/locales.js";
import type { CallRecord } from "../../src/records/call-record.js";
import type { Tool } from "../../src/toolbox/tool.js";
import { callIn } from "../support/fakes/call-in.js";
import { calls } from "../support/fakes/fake-model.js";
import { STALL } from "../support/fakes/requests.js";
import { IDLE_MS, PHRASES } from "../support/fakes/talk.js";

const { in: phrasesIn } = DEFAULT_PHRASES_BY_LANGUAGE;

/** A service that speaks English first, and notes which recogniser is opened for which other language. */
function multilingual(opened: string[] = []) {
  return (resources: ConversationResources): Pick<Assistant, "inLanguage" | "maySpeak"> => ({
    maySpeak: (language) => language !== "it",
    inLanguage: (language) => ({
      phrases: phrasesIn(language),
      resources: {
        ...resources,
        language,
        instruction: localeOf(language).instruction,
        openRecogniser(call) {
          opened.push(language);
          return resources.openRecogniser(call);
        },
      },
    }),
  });
}

const LANGUAGE: Tool = {
  name: "LANGUAGE",
  description: "Tells the language.",
  execute: (_parameters, { language }) => ({ status: "SUCCESS", message: language }),
};

test("a caller who asks for another language gets it: recogniser, phrases, prompt and tools change together", async (t) => {
  const opened: string[] = [];
  const kept: CallRecord[] = [];
  const { talk } = await callIn(t, {
    tools: [LANGUAGE],
    languages: multilingual(opened),
    onKept: (record) => kept.push(record),
  });
  await talk.hearsAll();
  talk.stt.next("Sprechen Sie Deutsch?");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(1), [phrasesIn("de").language_changed[0]]);
  assert.equal(talk.model.requests.length, 0, "no model is asked for it");
  assert.deepEqual(opened, ["de"]);
  assert.equal(kept.at(-1)?.language, "de");

  talk.stt.next("Welche Sprache ist das?");
  talk.model.next(calls("LANGUAGE"));
  talk.model.next("Das ist Deutsch.");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Das ist Deutsch.");
  const [system] = talk.model.requests.at(-1)?.asked ?? [];
  assert.match(String(system?.content), /Be brief\.\n\nDieses Gespräch ist auf Deutsch/);
  assert.match(talk.history.at(-1) ?? "", /"message":"de"/);
});

test("what a caller says after the change is shown as they say it", async (t) => {
  const { talk, liveCalls } = await callIn(t, { languages: multilingual() });
  await talk.hearsAll();
  talk.stt.next("Sprechen Sie Deutsch?");
  await talk.asks();
  await talk.hearsAll();
  talk.stt.next("Wie spät ist es?");
  talk.model.next(STALL);
  await talk.asks();
  const [live] = [...liveCalls];
  assert.deepEqual(
    live?.call.transcript.beingSaid.map(({ entry }) => "text" in entry && entry.text),
    ["Wie spät ist es?"],
  );
});

test("a caller who puts the assistant on hold before it changes its language is waited for", async (t) => {
  const { talk, over } = await callIn(t, { languages: multilingual() });
  await talk.hearsAll();
  talk.stt.next("Sprechen Sie Deutsch?");
  await talk.speaks();
  talk.line.holds(true);
  await talk.pauses();
  await talk.hearsAll();
  for (let i = 0; i < 3; i++) await talk.passes(IDLE_MS);
  assert.deepEqual(talk.voice.asked, ["Welcome."]);
  assert.equal(over(), false);
  talk.line.holds(false);
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(1), [phrasesIn("de").language_changed[0]]);
});

test("what was said before is still known after the change", async (t) => {
  const { talk } = await callIn(t, { languages: multilingual() });
  await talk.hearsAll();
  talk.stt.next("My name is Ann.");
  talk.model.next("Hello Ann.");
  await talk.asks();
  await talk.hearsAll();
  talk.stt.next("¿Habla español?");
  await talk.asks();
  await talk.hearsAll();
  talk.stt.next("¿Cómo me llamo?");
  talk.model.next("Ann.");
  await talk.asks();
  assert.ok(talk.history.includes("user My name is Ann."));
});

test("a caller who asks for the language of the call, or for a sum, is answered by the model", async (t) => {
  const { talk } = await callIn(t, { languages: multilingual() });
  await talk.hearsAll();
  talk.stt.next("Can we speak English?");
  talk.model.next("Yes, we do.");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Yes, we do.");
});

test("a caller who asks for a language that the recogniser does not understand is told so", async (t) => {
  const { talk } = await callIn(t, { languages: multilingual() });
  await talk.hearsAll();
  talk.stt.next("Do you speak Italian?");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(1), PHRASES.not_done);
});

test("a call in another language ends with its goodbye", async (t) => {
  const { talk } = await callIn(t, { languages: multilingual() });
  await talk.hearsAll();
  talk.stt.next("Parlez-vous français ?");
  await talk.asks();
  await talk.hearsAll();
  talk.stt.next("au revoir");
  talk.model.next(calls("HANGUP"));
  await talk.asks();
  await talk.hearsAll();
  assert.ok(phrasesIn("fr").goodbyes.includes(talk.heard.at(-1) ?? ""));
});

test("the name of a language is an answer to a question of the model's, and otherwise a request", async (t) => {
  const { talk } = await callIn(t, { languages: multilingual() });
  await talk.hearsAll();
  talk.stt.next("I am hungry.");
  talk.model.next("Which cuisine would you like?");
  await talk.asks();
  await talk.hearsAll();
  await talk.passes(IDLE_MS);
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(-1), PHRASES.followups);
  talk.stt.next("Spanish, please.");
  talk.model.next("Spanish it is.");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Spanish it is.");
  talk.stt.next("Spanish, please.");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), phrasesIn("es").language_changed[0]);
});
