import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0020-home',
  sql: `
-- how somebody laid out his home page
CREATE TABLE $schema.mw_home_layout (
  user_id uuid PRIMARY KEY,
  cells jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- pages and records somebody opened in the last 30 days; without a record the page itself
CREATE TABLE $schema.mw_opened (
  user_id uuid NOT NULL,
  page text NOT NULL,
  record_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  times int NOT NULL DEFAULT 1,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, page, record_id)
);
`,
};
