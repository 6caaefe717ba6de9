import { testsOfBroken } from "../support/index.js";

testsOfBroken("what is wrong with Asterisk", ({ link }) => /^(asterisk|ari)(-|$)/.test(link));
