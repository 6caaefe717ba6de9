import { ASSISTANT_EXTENSION, FULL, startWorld, storeKinds, transferKills, transferRows } from "../support/index.js";

const { embeddedStore, mongodb } = await storeKinds();
const own = { to: "an Asterisk of its own", number: ASSISTANT_EXTENSION, start: () => startWorld() };

transferRows({ ...own, store: embeddedStore }, FULL);
if (FULL) transferKills({ ...own, store: mongodb });
