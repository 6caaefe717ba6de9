import { calls, phrases, turns } from "./areas/conversation.js";
import { llm } from "./areas/language.js";
import { mcp, plugins, weather } from "./areas/tools.js";
import { general, http, schedules, tracing } from "./areas/operation.js";
import { backends, speech, stt, tts } from "./areas/speech.js";
import { store } from "./areas/store.js";
import { asterisk, sip } from "./areas/telephony.js";
import { webhooks } from "./areas/webhooks.js";
import type { Setting } from "./setting.js";

/** All settings by area, in the order of the docs. */
export const SCHEMA = {
  llm,
  speech,
  stt,
  tts,
  backends,
  asterisk,
  sip,
  turns,
  calls,
  schedules,
  webhooks,
  store,
  http,
  general,
  tracing,
  weather,
  plugins,
  mcp,
  phrases,
} as const;

/** Names and types of all values, as declared above. */
export type Values = {
  readonly [A in keyof typeof SCHEMA]: {
    readonly [K in keyof (typeof SCHEMA)[A]["settings"]]: (typeof SCHEMA)[A]["settings"][K] extends Setting<infer T>
      ? T
      : never;
  };
};

/** Returns all settings in the order of the docs. */
export function allSettings(): readonly Setting<unknown>[] {
  return Object.values(SCHEMA).flatMap((group) => Object.values(group.settings) as Setting<unknown>[]);
}
