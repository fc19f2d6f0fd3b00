import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0005-sandbox',
  sql: `
-- previews of drafts: their tables stand in a schema try_<id> for an hour
CREATE TABLE $schema.mw_sandbox (
  id text PRIMARY KEY,
  draft_id uuid NOT NULL,
  seq int NOT NULL,
  user_id uuid NOT NULL,
  as_role text, as_user uuid,
  until timestamptz NOT NULL
);
`,
};
