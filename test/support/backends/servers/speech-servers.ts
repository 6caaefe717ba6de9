import {
  type DocumentedServer,
  json,
  plain,
  raw,
  TEXT_AND_SIMPLER,
  TONE_HZ,
  transcription,
  wav,
  when,
} from "./documented-server.js";

const SPEACHES: DocumentedServer = {
  name: "Speaches",
  behaviours: [
    { of: "stt", what: "transcribes", answer: transcription },
    { of: "tts", what: "speaks with Kokoro", answer: raw(24_000) },
    {
      of: "tts",
      what: "speaks with Piper at 22 050 Hz and does not say so: a tenth too fast without TTS_SAMPLE_RATE",
      answer: raw(22_050),
      heardHz: (TONE_HZ * 24_000) / 22_050,
    },
    {
      of: "stt",
      what: "the model was not downloaded",
      answer: json(404, {
        detail:
          "Model 'Systran/faster-whisper-small' is not installed locally. You can download the model using `POST /v1/models`",
      }),
      reads:
        "does not know this model (HTTP 404): Model 'Systran/faster-whisper-small' is not installed locally. You can download the model using `POST /v1/models`; see STT_MODEL.",
    },
    {
      of: "tts",
      what: "the speed is none that the voice has",
      requests: TEXT_AND_SIMPLER,
      answer: json(422, { detail: "speed must be between 0.5 and 2.0" }),
      reads: "rejected the request (HTTP 422): speed must be between 0.5 and 2.0; see TTS_SPEED.",
    },
    {
      of: "tts",
      what: "the request lacks something",
      requests: TEXT_AND_SIMPLER,
      answer: json(422, {
        detail: [{ type: "missing", loc: ["body", "voice"], msg: "Field required", input: { model: "m" } }],
      }),
      reads: "rejected the request (HTTP 422): voice: Field required; see TTS_VOICE.",
    },
  ],
};

const KOKORO: DocumentedServer = {
  name: "Kokoro-FastAPI",
  behaviours: [
    { of: "tts", what: "speaks", answer: raw(24_000) },
    {
      of: "tts",
      what: "there is no such model",
      requests: TEXT_AND_SIMPLER,
      answer: json(400, {
        detail: { error: "invalid_model", message: "Unsupported model: tts-2", type: "invalid_request_error" },
      }),
      reads: "rejected the request (HTTP 400): Unsupported model: tts-2; see TTS_MODEL.",
    },
    {
      of: "tts",
      what: "there is no such voice",
      requests: TEXT_AND_SIMPLER,
      answer: json(400, {
        detail: {
          error: "validation_error",
          message: "Voice 'alloyed' not found. Available voices: af_alloy, af_bella",
          type: "invalid_request_error",
        },
      }),
      reads:
        "rejected the request (HTTP 400): Voice 'alloyed' not found. Available voices: af_alloy, af_bella; see TTS_VOICE.",
    },
  ],
};

const WHISPER_CPP: DocumentedServer = {
  name: "whisper.cpp server",
  behaviours: [
    { of: "stt", what: "transcribes", answer: transcription },
    {
      of: "stt",
      what: "was started without --inference-path",
      answer: plain(404, "File Not Found (/v1/audio/transcriptions)"),
      reads:
        "does not know this model or path (HTTP 404): File Not Found (/v1/audio/transcriptions); see STT_MODEL and STT_BASE_URL or SPEECH_BASE_URL.",
    },
    {
      of: "stt",
      what: "says with status 200 what went wrong, as older ones do",
      answer: json(200, { error: "failed to process audio" }),
      reads:
        "answered with something that is not a transcription: failed to process audio; see STT_BASE_URL or SPEECH_BASE_URL.",
    },
  ],
};

const OPENEDAI_SPEECH: DocumentedServer = {
  name: "openedai-speech",
  behaviours: [
    { of: "tts", what: "speaks with Piper at the rate that it says", answer: raw(22_050, "audio/pcm;rate=22050") },
    {
      of: "tts",
      what: "there is no such model",
      requests: TEXT_AND_SIMPLER,
      answer: json(400, {
        message: "Error loading voice: alloy. No configuration for: tts-2",
        code: 400,
        type: "BadRequestError",
        param: "model",
      }),
      reads: "rejected the request (HTTP 400): Error loading voice: alloy. No configuration for: tts-2; see TTS_MODEL.",
    },
    {
      of: "tts",
      what: "an older one makes no pcm",
      answer: when(
        (body) => body.response_format === "wav",
        wav(22_050),
        json(400, {
          message: "Invalid response_format: 'pcm'",
          code: 400,
          type: "BadRequestError",
          param: "response_format",
        }),
      ),
      times: 2,
      requests: 3,
    },
  ],
};

export const SPEECH_SERVERS = [SPEACHES, KOKORO, WHISPER_CPP, OPENEDAI_SPEECH];
