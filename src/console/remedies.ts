/** What the service needs, in words. */
export interface Remedy {
  readonly title: string;
  /** What does not work while it is away. */
  readonly without: string;
  readonly remedy: string;
}

/** By the names of `/health`'s checks. `scripts/doctor` knows more: it looks for itself. */
export const REMEDIES: Readonly<Record<string, Remedy>> = {
  asterisk: {
    title: "Asterisk",
    without: "No call can come in or be placed.",
    remedy: "See that Asterisk runs, that ARI_URL leads to it, and that user and password are those of its ari.conf.",
  },
  sip: {
    title: "Registration with the PBX",
    without: "The PBX does not know where the extension is: nobody reaches it.",
    remedy: "See that the extension exists at the PBX, and that SIP_USER, SIP_PASSWORD and SIP_DOMAIN are right.",
  },
  store: {
    title: "Store",
    without: "Calls go on, and are written down later; schedules and lists of calls have to wait.",
    remedy: "See that MongoDB runs and MONGODB_URI leads to it, or that DATA_DIR can be written to and has room.",
  },
  stt: {
    title: "Speech to text",
    without: "Callers are not understood; they are offered what can be done by keys.",
    remedy: "See that its server runs, and STT_BASE_URL (or SPEECH_BASE_URL), STT_MODEL and the key.",
  },
  stt_realtime: {
    title: "Speech to text while somebody speaks",
    without: "Words are recognised when the caller has finished, which takes longer.",
    remedy: "See that the server has realtime sessions, or set STT_MODE=batch.",
  },
  llm: {
    title: "Language model",
    without: "There are no replies; callers are offered what can be done by keys.",
    remedy: "See that its server runs, and LLM_BASE_URL, LLM_MODEL and the key.",
  },
  tts: {
    title: "Voice",
    without: "Only phrases that were made before can be said.",
    remedy: "See that its server runs, and TTS_BASE_URL (or SPEECH_BASE_URL), TTS_MODEL, TTS_VOICE and the key.",
  },
  zones: {
    title: "Time zones",
    without: "Schedules of a zone that is not known any more may come at the wrong hour.",
    remedy: "Update Node.js, which brings the data along.",
  },
};
