import "../support/full-form.js";
import "../system/crash.test.js";
