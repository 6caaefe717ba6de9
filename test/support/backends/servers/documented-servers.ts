import type { DocumentedServer } from "./documented-server.js";
import { LOCAL_MODEL_SERVERS } from "./local-models.js";
import { LOCAL_SUITES } from "./local-suites.js";
import { REMOTE_SERVERS } from "./remote.js";
import { SPEECH_SERVERS } from "./speech-servers.js";

/** Every server of docs/backends.md. */
export const DOCUMENTED_SERVERS: readonly DocumentedServer[] = [
  ...REMOTE_SERVERS,
  ...LOCAL_MODEL_SERVERS,
  ...LOCAL_SUITES,
  ...SPEECH_SERVERS,
];
