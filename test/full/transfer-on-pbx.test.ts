import { ASSISTANT_EXTENSION, startWorld, storeKinds, transferKills, transferRows } from "../support/index.js";

const { embeddedStore, mongodb } = await storeKinds();
const onPbx = {
  to: "the PBX's Asterisk",
  number: `${ASSISTANT_EXTENSION}@from-internal`,
  start: () => startWorld("on-pbx"),
};

transferRows({ ...onPbx, store: embeddedStore }, true);
transferKills({ ...onPbx, store: mongodb });
