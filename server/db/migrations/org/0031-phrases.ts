import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0031-phrases',
  sql: `
-- what somebody often says when he approves
CREATE TABLE $schema.mw_phrases (
  user_id uuid PRIMARY KEY,
  phrases jsonb NOT NULL
);
`,
};
