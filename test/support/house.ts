/** The house. Imports go to a lower floor or stay in the folder. A new folder gets its floor here, and its line in docs/architecture.md. */
export const FLOORS: Readonly<Record<string, number>> = {
  "src/console": 0,
  "src/kernel": 0,
  "src/locales": 0,
  "src/config": 1,
  "src/observability": 1,
  "src/audio": 1,
  "src/backends": 1,
  "src/records": 1,
  "src/validation": 1,
  "src/listening": 2,
  "src/speech": 2,
  "src/toolbox": 2,
  "src/language": 2,
  "src/directory": 2,
  "src/telephony": 2,
  "src/scheduling": 2,
  "src/ownership": 2,
  "src/webhooks": 2,
  "src/storage": 2,
  "src/hours": 2,
  "src/turn-taking": 3,
  "src/choice": 3,
  "src/engines": 3,
  "src/plugins": 3,
  "src/mcp": 3,
  "src/alerts": 3,
  "src/callees": 3,
  "src/assistants": 4,
  "src/speech-server": 3,
  tools: 3,
  "src/conversation": 4,
  "src/setup": 4,
  "src/calls": 5,
  "src/doctor": 5,
  "src/http": 6,
  "src/wiring": 7,
};

/** The programs right in src/. */
export const TOP = 8;

/** Folders that are divided further: their rooms, lowest first. A room imports from those before it, the folder's own files from all. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  "src/telephony/asterisk": ["ari", "media", "dialling", "registration", "upkeep"],
  "src/calls": ["rights", "assistant", "record", "live", "placed", "tasks", "answered", "recovery"],
};
