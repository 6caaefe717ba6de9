// Run by mongosh in the MongoDB of compose.yaml when its volume is new: makes the controller's user, who may read and
// write its own database and nothing else. The user called root is for you.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- mongosh has no other way to read a file
const { readFileSync } = require("node:fs");

db.getSiblingDB("admin").createUser({
  user: "attendant",
  pwd: readFileSync("/run/secrets/mongodb_password", "utf8").trim(),
  roles: [{ role: "readWrite", db: "attendant" }],
});
