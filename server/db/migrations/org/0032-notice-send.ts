import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0032-notice-send',
  sql: `
-- messages on their way through a messenger; what is done says how it ended
CREATE TABLE $schema.mw_notice_send (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL, user_id uuid NOT NULL,
  title text NOT NULL, body text NOT NULL, path text,
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  done_at timestamptz, error text
);
CREATE INDEX mw_notice_send_due ON $schema.mw_notice_send (next_at) WHERE done_at IS NULL;
`,
};
