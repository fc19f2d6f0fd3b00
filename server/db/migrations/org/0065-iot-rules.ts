import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0065-iot-rules',
  sql: `
-- what is watched of a device from a moment on: its event rules and its alarm signals (50 §2.10)
CREATE TABLE $schema.mw_iot_watch (
  equipment_id uuid NOT NULL, from_ts bigint NOT NULL, watch jsonb NOT NULL,
  PRIMARY KEY (equipment_id, from_ts)
);
-- devices whose warnings lag behind their readings from a moment on; due_at: when time alone settles something
CREATE TABLE $schema.mw_iot_rule_dirty (
  equipment_id uuid PRIMARY KEY,
  from_ts bigint NOT NULL,
  due_at bigint NOT NULL DEFAULT 0,
  stamp bigint NOT NULL DEFAULT 0
);
CREATE INDEX mw_iot_rule_dirty_due ON $schema.mw_iot_rule_dirty (due_at);
-- where the rules of a device stand before all that happens from a moment on
CREATE TABLE $schema.mw_iot_rule_mark (
  equipment_id uuid NOT NULL, ts bigint NOT NULL, state jsonb NOT NULL,
  PRIMARY KEY (equipment_id, ts)
);
-- which record a warning is, to the millisecond: source is a rule, or an alarm signal with its code.
-- said: the warning as it was derived; told: people heard of it
CREATE TABLE $schema.mw_iot_warning (
  warning_id uuid PRIMARY KEY,
  object text NOT NULL, equipment_id uuid NOT NULL, source text NOT NULL, open_at bigint NOT NULL,
  said jsonb NOT NULL, told boolean NOT NULL,
  UNIQUE (equipment_id, source, open_at)
);
`,
};
