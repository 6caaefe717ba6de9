import { testsOfBroken } from "../support/index.js";

testsOfBroken("what is wrong with settings, folder, store and port", (link) =>
  ["settings", "compose", "folder", "store", "port"].includes(link),
);
