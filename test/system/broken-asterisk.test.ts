import { testsOfBroken } from "../support/index.js";

testsOfBroken(
  "what is wrong with Asterisk, its dialplan and manager, and the PBX",
  ({ link }) =>
    /^(asterisk|ari)(-|$)/.test(link) || ["dialplan", "codecs", "ami", "registration", "service"].includes(link),
);
