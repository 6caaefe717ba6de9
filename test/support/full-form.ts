// Imported first by the files of test/full, so that what they import next is run in its full form (form.ts).
process.env.TEST_FORM = "full";
