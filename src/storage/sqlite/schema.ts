/**
 * The embedded store's schema. Each entry upgrades a file from the version of its index to the next; existing files have been
 * through these entries, so they are never changed, only added to.
 *
 * `over_at` is null while a call has not ended; `due_at` of a delivery is null when no attempt is due, and is moved into the
 * future by a claim: a lease is just a later due time.
 *
 * `at` of a schedule is its next due time or, when it is `over`, the time of its latest run.
 */
export const STORE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE calls (
    call_id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    created_at REAL NOT NULL,
    over_at REAL,
    status TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX calls_by_creation ON calls (created_at, call_id);
  CREATE INDEX calls_by_status ON calls (status, created_at, call_id);
  CREATE INDEX calls_by_end ON calls (over_at, call_id) WHERE over_at IS NOT NULL;
  CREATE INDEX calls_unfinished ON calls (owner, created_at, call_id) WHERE over_at IS NULL;

  CREATE TABLE transcripts (
    call_id TEXT PRIMARY KEY,
    entries TEXT NOT NULL
  ) STRICT;

  CREATE TABLE deliveries (
    delivery_id TEXT PRIMARY KEY,
    call_id TEXT NOT NULL,
    created_at REAL NOT NULL,
    due_at REAL,
    delivery TEXT NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_by_call ON deliveries (call_id, created_at, delivery_id);
  CREATE INDEX deliveries_due ON deliveries (due_at, delivery_id) WHERE due_at IS NOT NULL;

  CREATE TABLE idempotency_keys (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    keep_until REAL NOT NULL,
    answer TEXT
  ) STRICT;
  CREATE INDEX idempotency_keys_by_end ON idempotency_keys (keep_until);

  CREATE TABLE signs_of_life (id INTEGER PRIMARY KEY CHECK (id = 1), at REAL NOT NULL) STRICT;
  `,
  `
  CREATE TABLE schedules (
    schedule_id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,
    set_by TEXT,
    paused INTEGER NOT NULL,
    over INTEGER NOT NULL,
    at REAL NOT NULL,
    schedule TEXT NOT NULL
  ) STRICT;
  CREATE INDEX schedules_by_time ON schedules (over, at, schedule_id);
  CREATE INDEX schedules_due ON schedules (over, paused, at, schedule_id);
  CREATE INDEX schedules_by_kind ON schedules (kind, over, at, schedule_id);
  CREATE INDEX schedules_by_setter ON schedules (set_by, over, at, schedule_id) WHERE set_by IS NOT NULL;

  CREATE TABLE occurrences (
    occurrence_id TEXT PRIMARY KEY,
    schedule_id TEXT NOT NULL,
    due_at REAL NOT NULL,
    state TEXT NOT NULL,
    owner TEXT NOT NULL,
    lease_until REAL NOT NULL,
    call_id TEXT NOT NULL,
    channel_id TEXT,
    outcome TEXT,
    error TEXT
  ) STRICT;
  CREATE INDEX occurrences_by_schedule ON occurrences (schedule_id, due_at, occurrence_id);
  CREATE INDEX occurrences_over ON occurrences (due_at) WHERE state = 'over';
  CREATE INDEX occurrences_owned ON occurrences (owner, due_at, occurrence_id) WHERE state <> 'over';
  CREATE INDEX occurrences_leased ON occurrences (lease_until) WHERE state <> 'over';
  `,
  `
  -- Times are ms since the epoch; data is JSON, attributes too: what nothing is searched or sorted by.
  CREATE TABLE agenda_jobs (
    job_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    priority REAL NOT NULL,
    next_run_at REAL,
    locked_at REAL,
    last_run_at REAL,
    last_finished_at REAL,
    failed_at REAL,
    repeats INTEGER NOT NULL,
    disabled INTEGER NOT NULL,
    data TEXT NOT NULL,
    attributes TEXT NOT NULL
  ) STRICT;
  CREATE INDEX agenda_jobs_due ON agenda_jobs (name, next_run_at, priority DESC) WHERE locked_at IS NULL;
  CREATE INDEX agenda_jobs_locked ON agenda_jobs (name, locked_at) WHERE locked_at IS NOT NULL;
  CREATE INDEX agenda_jobs_by_schedule ON agenda_jobs (json_extract(data, '$."scheduleId"'));
  `,
  `
  -- What lists are narrowed by, as JSON text: read from what is kept, so that what is there already need not be written anew.
  ALTER TABLE calls ADD COLUMN extension TEXT AS (record -> '$.extension') VIRTUAL;
  ALTER TABLE calls ADD COLUMN direction TEXT AS (record -> '$.direction') VIRTUAL;
  ALTER TABLE calls ADD COLUMN schedule_id TEXT AS (record -> '$.scheduleId') VIRTUAL;
  CREATE INDEX calls_by_extension ON calls (extension, created_at, call_id, status);
  CREATE INDEX calls_by_direction ON calls (direction, created_at, call_id);
  CREATE INDEX calls_by_direction_and_status ON calls (direction, status, created_at, call_id);
  CREATE INDEX calls_by_schedule ON calls (schedule_id, created_at, call_id) WHERE schedule_id <> 'null';
  ALTER TABLE schedules ADD COLUMN extension TEXT AS (schedule -> '$.extension') VIRTUAL;
  CREATE INDEX schedules_by_extension ON schedules (extension, over, at, schedule_id);
  CREATE INDEX schedules_of_any_time ON schedules (at, schedule_id);
  `,
  `
  -- 0 once what was said in the call was erased.
  ALTER TABLE calls ADD COLUMN words INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX calls_with_words ON calls (over_at, call_id) WHERE words = 1 AND over_at IS NOT NULL;
  `,
  `
  -- The life that has the file, and any that left it without saying so; the life is JSON.
  CREATE TABLE lives (
    owner TEXT PRIMARY KEY,
    beat INTEGER NOT NULL,
    claimed INTEGER NOT NULL,
    life TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- The words of calls that are over, kept right by triggers, whatever becomes of a call or its transcript. No text is kept a
  -- second time, and what goes from the index goes from the file. Ids are in the order of the calls' creation.
  CREATE VIRTUAL TABLE call_words USING fts5(text, content='', detail=none, tokenize='unicode61 remove_diacritics 2');
  INSERT INTO call_words (call_words, rank) VALUES ('secure-delete', 1);
  CREATE TABLE worded_calls (id INTEGER PRIMARY KEY, call_id TEXT NOT NULL UNIQUE) STRICT;
  CREATE VIEW transcript_texts AS
    SELECT call_id, coalesce((SELECT group_concat(atom, ' ')
      FROM json_tree(CASE WHEN json_valid(entries) THEN entries ELSE '[]' END)
      WHERE key IN ('text', 'message') AND type = 'text'), '') AS text
    FROM transcripts;
  CREATE VIEW calls_to_word AS
    SELECT call_id, CAST(max(0, min(created_at, 9e12)) AS INTEGER) * 1000000 AS first_id FROM calls
    WHERE over_at IS NOT NULL AND EXISTS (SELECT 1 FROM transcripts WHERE transcripts.call_id = calls.call_id)
      AND NOT EXISTS (SELECT 1 FROM worded_calls WHERE worded_calls.call_id = calls.call_id);
  CREATE VIEW next_worded_calls AS
    SELECT call_id, coalesce((SELECT max(id) + 1 FROM worded_calls WHERE id >= first_id AND id < first_id + 1000000), first_id) AS id
    FROM calls_to_word;

  CREATE TRIGGER words_come AFTER INSERT ON worded_calls BEGIN
    INSERT INTO call_words (rowid, text) SELECT NEW.id, text FROM transcript_texts WHERE call_id = NEW.call_id;
  END;
  CREATE TRIGGER words_go BEFORE DELETE ON worded_calls BEGIN
    INSERT INTO call_words (call_words, rowid, text)
      SELECT 'delete', OLD.id, text FROM transcript_texts WHERE call_id = OLD.call_id;
  END;
  CREATE TRIGGER transcript_comes AFTER INSERT ON transcripts BEGIN
    INSERT INTO worded_calls (id, call_id) SELECT id, call_id FROM next_worded_calls WHERE call_id = NEW.call_id;
  END;
  CREATE TRIGGER transcript_changes BEFORE UPDATE ON transcripts BEGIN
    DELETE FROM worded_calls WHERE call_id = OLD.call_id;
  END;
  CREATE TRIGGER transcript_changed AFTER UPDATE ON transcripts BEGIN
    INSERT INTO worded_calls (id, call_id) SELECT id, call_id FROM next_worded_calls WHERE call_id = NEW.call_id;
  END;
  CREATE TRIGGER transcript_goes BEFORE DELETE ON transcripts BEGIN
    DELETE FROM worded_calls WHERE call_id = OLD.call_id;
  END;
  CREATE TRIGGER call_comes AFTER INSERT ON calls WHEN NEW.over_at IS NOT NULL BEGIN
    INSERT INTO worded_calls (id, call_id) SELECT id, call_id FROM next_worded_calls WHERE call_id = NEW.call_id;
  END;
  CREATE TRIGGER call_over AFTER UPDATE OF over_at ON calls WHEN NEW.over_at IS NOT NULL BEGIN
    INSERT INTO worded_calls (id, call_id) SELECT id, call_id FROM next_worded_calls WHERE call_id = NEW.call_id;
  END;

  INSERT INTO worded_calls (id, call_id)
    SELECT first_id + row_number() OVER (PARTITION BY first_id ORDER BY call_id) - 1, call_id FROM calls_to_word;

  -- Who was called, and who called: read through in the order of lists.
  ALTER TABLE calls ADD COLUMN numbers TEXT
    AS (CASE WHEN json_valid(record) THEN (record ->> '$.extension') || ' ' || (record ->> '$.caller') END) VIRTUAL;
  CREATE INDEX calls_by_numbers ON calls (created_at, call_id, numbers);
  `,
  `
  -- The alerts of monitoring systems: one row, replaced as a whole.
  CREATE TABLE alert_board (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    revision INTEGER NOT NULL,
    board TEXT NOT NULL
  ) STRICT;
  -- Numbers that are not to be called.
  CREATE TABLE do_not_call (number TEXT PRIMARY KEY, added_at REAL NOT NULL, entry TEXT NOT NULL) STRICT;
  CREATE INDEX do_not_call_by_time ON do_not_call (added_at, number);
  `,
  `
  -- Counted within an hour, for the limits of keys.
  ALTER TABLE calls ADD COLUMN client TEXT AS (CASE WHEN json_valid(record) THEN record -> '$.client' END) VIRTUAL;
  CREATE INDEX calls_by_client ON calls (client, created_at, call_id) WHERE client IS NOT NULL;
  `,
];
