import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0030-notice',
  sql: `
-- what rules of notices will do: hold a message over the quiet hours of its receiver, say it again, escalate it
CREATE TABLE $schema.mw_notice_timer (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  rule_id uuid, event_id uuid NOT NULL,
  payload jsonb NOT NULL
);
CREATE INDEX mw_notice_timer_at ON $schema.mw_notice_timer (at);
CREATE INDEX mw_notice_timer_event ON $schema.mw_notice_timer (event_id, rule_id);

-- what was said to whom: one step of a rule reaches a person once for an event, however often it is delivered
CREATE TABLE $schema.mw_notice_sent (
  rule_id uuid NOT NULL, event_id uuid NOT NULL, user_id uuid NOT NULL, step text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (event_id, rule_id, user_id, step)
);
CREATE INDEX mw_notice_sent_at ON $schema.mw_notice_sent (at);
`,
};
