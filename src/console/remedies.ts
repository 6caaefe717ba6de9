/** The service's dependencies, in words. */
export interface Remedy {
  readonly title: string;
  /** The consequences of a failure. */
  readonly without: string;
  readonly remedy: string;
}

/** By the names of the checks of `/health`. `scripts/doctor` knows more, because it examines the machine itself. */
export const REMEDIES: Readonly<Record<string, Remedy>> = {
  asterisk: {
    title: "Asterisk",
    without: "No calls can be received or placed.",
    remedy:
      "Check that Asterisk is running, that ARI_URL is its address, and that the user and password match " +
      "its ari.conf.",
  },
  sip: {
    title: "Registration with the PBX",
    without: "The PBX cannot route calls to the extension.",
    remedy:
      "Check that the extension exists on the PBX, and that SIP_USER, SIP_PASSWORD and SIP_DOMAIN are " + "correct.",
  },
  store: {
    title: "Store",
    without: "Calls continue and are recorded later; schedules and lists of calls are not available.",
    remedy:
      "Check that MongoDB is running and MONGODB_URI is correct, or that DATA_DIR is writable and has free " + "space.",
  },
  stt: {
    title: "Speech to text",
    without: "The assistant cannot understand callers; it offers choices by key instead.",
    remedy: "Check that the server is running, and STT_BASE_URL (or SPEECH_BASE_URL), STT_MODEL and the key.",
  },
  stt_realtime: {
    title: "Realtime speech to text",
    without: "Words are recognised only after the caller has finished, which takes longer.",
    remedy: "Check that the server supports realtime sessions, or set STT_MODE=batch.",
  },
  llm: {
    title: "Language model",
    without: "The assistant cannot reply; it offers choices by key instead.",
    remedy: "Check that the server is running, and LLM_BASE_URL, LLM_MODEL and the key.",
  },
  tts: {
    title: "Voice",
    without: "Only phrases synthesised earlier can be spoken.",
    remedy:
      "Check that the server is running, and TTS_BASE_URL (or SPEECH_BASE_URL), TTS_MODEL, TTS_VOICE and " + "the key.",
  },
  assistants: {
    title: "Assistants",
    without: "Calls continue with the previous assistants, or with the service's own voice or model.",
    remedy: "Correct what the detail names: lines of the assistants file, or a voice or model.",
  },
  zones: {
    title: "Time zones",
    without: "Schedules in a time zone with changed rules may run at the wrong hour.",
    remedy: "Update Node.js, which contains the time-zone data.",
  },
};
