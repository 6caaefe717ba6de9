import { testsOfBroken } from "../support/index.js";

testsOfBroken("what is wrong with dialplan, manager and PBX", ({ link }) =>
  ["dialplan", "codecs", "ami", "registration", "service"].includes(link),
);
