import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0008-third-bind',
  sql: `
-- who an account is at a provider
CREATE TABLE $schema.third_bind (
  id uuid PRIMARY KEY,
  kind smallint NOT NULL,
  corp_id text NOT NULL,
  third_user_id text NOT NULL,
  union_id text,
  account_id uuid NOT NULL REFERENCES $schema.account ON DELETE CASCADE,
  org_id uuid NOT NULL REFERENCES $schema.org ON DELETE CASCADE,
  bound_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, corp_id, third_user_id)
);
CREATE INDEX third_bind_account ON $schema.third_bind (account_id);
`,
};
