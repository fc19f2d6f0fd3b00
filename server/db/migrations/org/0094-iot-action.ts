import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0094-iot-action',
  sql: `
-- what an event rule does when it opened on a device: each line once, whatever is derived again (50 §2.10)
CREATE TABLE $schema.mw_iot_action (
  rule_id uuid NOT NULL, equipment_id uuid NOT NULL, open_at bigint NOT NULL, line_id uuid NOT NULL,
  object text NOT NULL, warning_id uuid NOT NULL,
  -- only if it is still open then
  delayed boolean NOT NULL,
  due_at bigint NOT NULL, done_at timestamptz,
  PRIMARY KEY (rule_id, equipment_id, open_at, line_id)
);
CREATE INDEX mw_iot_action_due ON $schema.mw_iot_action (due_at) WHERE done_at IS NULL;
`,
};
