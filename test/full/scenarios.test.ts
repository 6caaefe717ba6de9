import "../support/full-form.js";
import "../flows/scenarios.test.js";
