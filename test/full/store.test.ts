import "../support/full-form.js";
import "../contract/store-embedded.test.js";
import "../contract/store-embedded-bridged.test.js";
import "../contract/store-mongodb.test.js";
import "../contract/store-mongodb-bridged.test.js";
