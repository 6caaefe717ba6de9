import type { Phrases } from "../../config/phrases.js";
import type { Opening } from "../../conversation/opening.js";
import type { ConversationResources } from "../../conversation/conversation.js";
import { type Switchboard, withoutTelephones } from "../../conversation/transfer/switchboard.js";
import type { DisclosureRule } from "./disclosure.js";
import { primaryLanguage } from "../../locales/locales.js";
import type { OnMachine } from "../../records/call-script.js";
import type { IncomingCall } from "../../telephony/incoming-call.js";
import type { Party } from "../../telephony/line.js";

/** What conducts a call: resources, phrases, and who takes callers over. A call keeps the one it began with. */
export interface Assistant {
  /** Undefined for the settings alone. */
  readonly id?: string | undefined;
  readonly resources: ConversationResources;
  readonly phrases: Phrases;
  /** Returns what conducts a call in another language; undefined if there is only one language. */
  readonly inLanguage?: ((language: string) => Spoken) | undefined;
  /** Whether callers may ask for a language: it is complete, and the recogniser can understand it as far as is known. */
  readonly maySpeak?: ((language: string) => boolean) | undefined;
  readonly systemPrompt: string;
  /** Puts callers through to others. */
  readonly switchboard?: Switchboard | undefined;
}

/** What conducts a call in one language. */
export type Spoken = Pick<Assistant, "resources" | "phrases">;

/** Returns what conducts a call in its language; default: the language of its assistant. */
export function spokenIn<T extends Spoken & Pick<Assistant, "inLanguage">>(assistant: T, language?: string): T {
  const { resources, inLanguage } = assistant;
  if (!inLanguage || language === undefined) return assistant;
  // Settings and records may have `de-AT`.
  const isOwn = primaryLanguage(language) === primaryLanguage(resources.language);
  return isOwn ? assistant : { ...assistant, ...inLanguage(language) };
}

/** An assistant of the file. */
export interface DefinedAssistant extends Assistant, DisclosureRule {
  readonly id: string;
  /** Shown to those it calls. */
  readonly callerId: Party;
  /** What its calls do when a machine answers; undefined for the default. */
  readonly onMachine?: OnMachine | undefined;
}

/** The assistants of the file as it is now. */
export interface Assistants {
  readonly ids: readonly string[];
  find(id: string): DefinedAssistant | undefined;
  /**
   * Chooses who answers a call.
   *
   * @param named id that the dialplan gives, if any
   */
  answering(call: { readonly called: string; readonly named: string | undefined }): Answering;
}

/** Who answers a call, and how it begins outside the hours. */
export interface Answering {
  /** Undefined for the settings alone. */
  readonly assistant: DefinedAssistant | undefined;
  /** Undefined for a greeting. */
  readonly opening?: Opening | undefined;
}

/** Returns what conducts the calls of an assistant; the settings alone if it is no longer in the file. */
export function assistantOf<T extends Pick<Assistant, "resources" | "phrases">>(
  given: T & { readonly assistants?: Assistants | undefined },
  id: string | undefined,
): T {
  const assistant = id === undefined ? undefined : given.assistants?.find(id);
  return assistant ? { ...given, ...assistant } : given;
}

/** Returns what conducts an incoming call, and how it begins. A browser cannot be put through to a telephone. */
export async function assistantAnswering<T extends Assistant>(
  given: T & { readonly assistants?: Assistants | undefined },
  incoming: IncomingCall,
): Promise<{ readonly needs: T; readonly opening: Opening | undefined }> {
  const { assistants } = given;
  const hasAny = assistants !== undefined && assistants.ids.length > 0;
  const named = hasAny ? await incoming.assistant?.() : undefined;
  const { assistant, opening } = hasAny ? assistants.answering({ called: incoming.extension, named }) : USUAL;
  const needs: T = assistant ? { ...given, ...assistant } : given;
  const isBrowser = incoming.channelId === null;
  if (!isBrowser || !needs.switchboard) return { needs, opening };
  const switchboard = withoutTelephones(needs.switchboard, "A browser cannot be put through to a telephone.");
  return { needs: { ...needs, switchboard }, opening };
}

const USUAL: Answering = { assistant: undefined };
