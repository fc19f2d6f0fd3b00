import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0090-energy-alerts',
  sql: `
-- how a rule watches a meter from a moment on; rule null: no longer (50 §6 energyRule)
CREATE TABLE $schema.mw_energy_watch (
  meter_id uuid NOT NULL, rule_id uuid NOT NULL, from_ts bigint NOT NULL, rule jsonb,
  PRIMARY KEY (meter_id, rule_id, from_ts)
);
-- meters whose alerts lag behind their slots from a moment on; due_at: when time alone settles something
CREATE TABLE $schema.mw_energy_rule_dirty (
  meter_id uuid PRIMARY KEY,
  from_ts bigint NOT NULL,
  due_at bigint NOT NULL DEFAULT 0,
  stamp bigint NOT NULL DEFAULT 0
);
CREATE INDEX mw_energy_rule_dirty_due ON $schema.mw_energy_rule_dirty (due_at);
-- where a rule stands on a meter before all that happens from a midnight on
CREATE TABLE $schema.mw_energy_rule_mark (
  meter_id uuid NOT NULL, rule_id uuid NOT NULL, ts bigint NOT NULL, state jsonb NOT NULL,
  PRIMARY KEY (meter_id, rule_id, ts)
);
-- which record an alert is; source: the rule, with the part of the quota it is about.
-- said: the alert as it was derived; told: people heard of it
CREATE TABLE $schema.mw_energy_alert (
  alert_id uuid PRIMARY KEY,
  meter_id uuid NOT NULL, source text NOT NULL, open_at bigint NOT NULL,
  said jsonb NOT NULL, told boolean NOT NULL,
  UNIQUE (meter_id, source, open_at)
);
`,
};
