import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0113-screen-act',
  sql: `
-- what whoever scanned a card at a board may do there, once and within a minute (50 §5.7); only a hash of its token is kept
CREATE TABLE $schema.screen_act (
  token_hash text PRIMARY KEY,
  org_code text NOT NULL,
  -- the session it was scanned in
  screen text NOT NULL,
  user_id uuid NOT NULL,
  state_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX screen_act_expires ON $schema.screen_act (expires_at);
`,
};
