import "../support/full-form.js";
import "../system/ownership.test.js";
