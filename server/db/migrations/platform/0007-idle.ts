import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0007-idle',
  sql: `
-- a session may be over before its time when nobody did anything, and may belong to a terminal of the floor
ALTER TABLE $schema.auth_session
  ADD COLUMN idle_seconds int,
  ADD COLUMN terminal_id uuid;
CREATE INDEX auth_session_terminal ON $schema.auth_session (terminal_id) WHERE terminal_id IS NOT NULL AND revoked_at IS NULL;
`,
};
