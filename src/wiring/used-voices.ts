import type { Settings } from "../config/settings.js";
import { engineKey, type OwnEngine } from "../engines/own-engines.js";
import type { Scope } from "../kernel/scope.js";
import type { CreatedVoices, OwnVoice } from "./conversation-resources.js";

/** A voice and a model in use. */
interface UsedVoice {
  readonly voice: OwnVoice;
  readonly scope: Scope;
}

/** The voices and models of one reading of the file of the assistants, or of the service itself. */
export interface VoiceSet {
  /** Ends when no call can begin with them any more. */
  readonly scope: Scope;
  /** By their settings. */
  readonly used: Map<string, UsedVoice>;
}

export interface UsedVoicesNeeds extends CreatedVoices {
  readonly settings: Settings;
  readonly scope: Scope;
  readonly report: {
    /** Receives what is wrong with a voice or model, by the key of its settings; undefined once it works. */
    engine(key: string, engine: OwnEngine, fault: string | undefined): void;
    /** Receives the keys of those in use. */
    onlyOf(keys: readonly string[]): void;
  };
}

/** The voices and models that differ from the service's: created for the first that needs them, kept while the file names them. */
export interface UsedVoices {
  /** Of the service itself in other languages: no reload ends them. */
  readonly lasting: VoiceSet;
  /** Begins the set of a new reading. */
  begin(): VoiceSet;
  /** Puts that set in the place of the previous one. */
  replace(next: VoiceSet): void;
  /** Returns the voice and model of these settings; undefined when they are the service's. @param whose as a phrase */
  of(whose: string, own: Settings, within: VoiceSet): OwnVoice | undefined;
}

export function createUsedVoices({ settings, scope, ownVoice, report }: UsedVoicesNeeds): UsedVoices {
  const keyOf = (own: Settings) => `${engineKey(own, "tts")} ${engineKey(own, "llm")}`;
  const usual = keyOf(settings);
  const lasting: VoiceSet = { scope, used: new Map() };
  const begin = (): VoiceSet => ({ scope: scope.child("assistants"), used: new Map() });
  let current = begin();

  function create(whose: string, key: string, own: Settings): UsedVoice {
    const ofVoice = scope.child(`voice of ${whose}`);
    const voice = ownVoice(own, {
      scope: ofVoice,
      report(engine, ok, detail = "") {
        if (ofVoice.ending) return; // Only calls that began before use it still.
        report.engine(key, engine, ok ? undefined : faultOf(whose, engine, own, detail));
      },
    });
    return { scope: ofVoice, voice };
  }

  return {
    lasting,
    begin,
    replace(next) {
      for (const [key, { scope: ended }] of current.used) if (!next.used.has(key)) ended.end();
      current.scope.end();
      current = next;
      report.onlyOf([...next.used.keys(), ...lasting.used.keys()]);
    },
    of(whose, own, within) {
      const key = keyOf(own);
      if (key === usual) return undefined;
      const shared = within === lasting ? undefined : current.used.get(key);
      const known = within.used.get(key) ?? shared ?? create(whose, key, own);
      // A call that began before a reload can be the first in a language: nothing watches its voice.
      if (within.scope.ending && known !== shared) known.scope.end();
      within.used.set(key, known);
      return known.voice;
    },
  };
}

function faultOf(whose: string, engine: OwnEngine, { tts, llm }: Settings, detail: string): string {
  const what = engine === "tts" ? `The voice ${tts.voice}` : `The model ${llm.model}`;
  return `${what} of ${whose} does not work, so the service's own is used instead: ${detail}`;
}
