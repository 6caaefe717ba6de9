// needs: calm

import { ASSISTANT_EXTENSION, startWorld, transferRows } from "../support/index.js";

transferRows("the PBX's Asterisk", `${ASSISTANT_EXTENSION}@from-internal`, () => startWorld("on-pbx"), true);
