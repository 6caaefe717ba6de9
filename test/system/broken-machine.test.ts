import { testsOfBroken } from "../support/index.js";
import { MACHINE_LINKS } from "../../src/doctor/chain.js";

// Of the others the doctor is asked alone, without a telephone system: test/unit/doctor/broken-machine.test.ts.
testsOfBroken(
  "what is wrong on the machine, and a service that runs says",
  ({ link, service }) => service !== undefined && MACHINE_LINKS.some(({ name }) => name === link),
);
