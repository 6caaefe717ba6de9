import "../support/full-form.js";
import "../flows/backends-away.test.js";
