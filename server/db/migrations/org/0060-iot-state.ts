import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0060-iot-state',
  sql: `
-- how the signals of a device say its run state from a moment on (50 §2.8)
CREATE TABLE $schema.mw_iot_device (
  equipment_id uuid NOT NULL, from_ts bigint NOT NULL, rule jsonb NOT NULL,
  PRIMARY KEY (equipment_id, from_ts)
);
-- devices whose run states lag behind their readings from a moment on; due_at: when time alone settles something
CREATE TABLE $schema.mw_iot_state_dirty (
  equipment_id uuid PRIMARY KEY,
  from_ts bigint NOT NULL,
  due_at bigint NOT NULL DEFAULT 0,
  stamp bigint NOT NULL DEFAULT 0
);
CREATE INDEX mw_iot_state_dirty_due ON $schema.mw_iot_state_dirty (due_at);
-- where a device stands before all that happens from a moment on
CREATE TABLE $schema.mw_iot_state_mark (
  equipment_id uuid NOT NULL, ts bigint NOT NULL, state jsonb NOT NULL,
  PRIMARY KEY (equipment_id, ts)
);
-- boxes that were silent for least_ms: after their last data, and until the earliest message that came since; null = still.
-- What they had buffered moves that back to where they fell silent, and then they were never offline
CREATE TABLE $schema.mw_iot_silence (
  box_id uuid NOT NULL, from_ts bigint NOT NULL, life_ts bigint, least_ms bigint NOT NULL,
  PRIMARY KEY (box_id, from_ts)
);
-- what holds a device in 4, 6 or 7 whatever its signals say, one row a document
CREATE TABLE $schema.mw_dev_hold (
  doc_id uuid NOT NULL, equipment_id uuid NOT NULL, from_ts bigint NOT NULL, to_ts bigint,
  state smallint NOT NULL CHECK (state IN (4, 6, 7)),
  PRIMARY KEY (doc_id, from_ts)
);
CREATE UNIQUE INDEX mw_dev_hold_open ON $schema.mw_dev_hold (doc_id) WHERE to_ts IS NULL;
CREATE INDEX mw_dev_hold_device ON $schema.mw_dev_hold (equipment_id, from_ts);
`,
};
