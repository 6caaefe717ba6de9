import { after, describe, test } from "node:test";
import type { MongoForTests, MongoServer } from "./mongo-server.js";

/**
 * Declares the tests of `suite` with a MongoDB that is open until they have run; skips them aloud where there is none.
 *
 * @param mongo what `findMongo` found
 */
export async function onMongo(
  mongo: MongoForTests | string,
  what: string,
  suite: (server: MongoServer) => void,
): Promise<void> {
  if (typeof mongo === "string") {
    describe(what, () => test("is there to test with", { skip: mongo }, () => {}));
    return;
  }
  const server = await mongo.open();
  after(() => server[Symbol.asyncDispose]());
  suite(server);
}
