import "../support/full-form.js";
import "../system/broken-asterisk.test.js";
import "../system/broken-telephony.test.js";
