import "../support/full-form.js";
import "../flows/scheduled-call-crash.test.js";
