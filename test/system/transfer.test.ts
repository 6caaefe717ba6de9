// needs: calm

import { ASSISTANT_EXTENSION, FULL, startWorld, transferRows } from "../support/index.js";

transferRows("an Asterisk of its own", ASSISTANT_EXTENSION, () => startWorld(), FULL);
