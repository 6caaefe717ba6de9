import { testsOfBroken } from "../support/index.js";

testsOfBroken("what is wrong with back ends", ({ link }) => /^(llm|stt|tts|speech|clock)(-|$)/.test(link));
