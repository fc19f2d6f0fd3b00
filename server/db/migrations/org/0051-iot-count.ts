import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0051-iot-count',
  sql: `
-- how a count signal reads its point from a moment on; null = it reads none. What was read before keeps what it meant (50 §2.7)
CREATE TABLE $schema.mw_iot_signal (
  map_id uuid NOT NULL, from_ts bigint NOT NULL, rule jsonb NOT NULL,
  PRIMARY KEY (map_id, from_ts)
);
-- signals whose pieces lag behind their readings from a moment on; written with the readings, so none is forgotten.
-- due_at: when time alone settles something
CREATE TABLE $schema.mw_iot_dirty (
  map_id uuid PRIMARY KEY,
  from_ts bigint NOT NULL,
  due_at bigint NOT NULL DEFAULT 0,
  stamp bigint NOT NULL DEFAULT 0
);
CREATE INDEX mw_iot_dirty_due ON $schema.mw_iot_dirty (due_at);
-- where the count of a signal stands before all readings from a moment on: late ones are counted from the mark before them
CREATE TABLE $schema.mw_iot_mark (
  map_id uuid NOT NULL, ts bigint NOT NULL, state jsonb NOT NULL,
  PRIMARY KEY (map_id, ts)
);
-- pieces between two readings; src: the moment that booked them
CREATE TABLE $schema.mw_iot_count (
  map_id uuid NOT NULL, src bigint NOT NULL, to_ts bigint NOT NULL,
  from_ts bigint NOT NULL, pieces bigint NOT NULL, suspect boolean NOT NULL,
  PRIMARY KEY (map_id, src, to_ts)
);
CREATE INDEX mw_iot_count_to ON $schema.mw_iot_count (map_id, to_ts);
`,
};
