import "../support/full-form.js";
import "../system/store-away.test.js";
