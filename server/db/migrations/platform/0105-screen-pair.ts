import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0105-screen-pair',
  sql: `
-- screens that show a code until an administrator of some organisation enters it (50 §5.1); their key is born here, only its hash is kept
CREATE TABLE $schema.screen_pair (
  code text PRIMARY KEY CHECK (code ~ '^[0-9]{6}$'),
  secret_hash text NOT NULL,
  address text NOT NULL,
  expires_at timestamptz NOT NULL,
  misses int NOT NULL DEFAULT 0,
  -- who bound it, and to which configuration
  org_code text
);
CREATE INDEX screen_pair_expires ON $schema.screen_pair (expires_at);
`,
};
