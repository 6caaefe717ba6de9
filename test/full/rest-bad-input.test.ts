import "../support/full-form.js";
import "../flows/rest-bad-input.test.js";
