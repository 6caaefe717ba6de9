import "../support/full-form.js";
import "../flows/never-silent.test.js";
