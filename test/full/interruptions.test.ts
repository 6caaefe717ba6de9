import "../support/full-form.js";
import "../unit/listening/interruptions.test.js";
