import "../support/full-form.js";
import "../system/schedules-crash.test.js";
