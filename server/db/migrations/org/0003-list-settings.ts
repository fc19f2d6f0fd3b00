import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0003-list-settings',
  sql: `
-- search schemes people keep: their own, those of a role, and conditions too long for an address (temporary, by their hash)
CREATE TABLE $schema.mw_scheme (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  name text NOT NULL,
  content jsonb NOT NULL,
  owner_id uuid,
  role_code text,
  is_default boolean NOT NULL DEFAULT false,
  temporary boolean NOT NULL DEFAULT false,
  hash text,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX mw_scheme_owner ON $schema.mw_scheme (owner_id, type, name) WHERE owner_id IS NOT NULL;
CREATE UNIQUE INDEX mw_scheme_role ON $schema.mw_scheme (role_code, type, name) WHERE role_code IS NOT NULL;
CREATE UNIQUE INDEX mw_scheme_temporary ON $schema.mw_scheme (type, hash) WHERE temporary = true;
CREATE INDEX mw_scheme_type ON $schema.mw_scheme (type) WHERE temporary = false;

-- the scheme a person's list opens with; '' = none
CREATE TABLE $schema.mw_scheme_default (
  user_id uuid NOT NULL,
  type text NOT NULL,
  scheme text NOT NULL,
  PRIMARY KEY (user_id, type)
);

-- columns of lists: chosen, order, widths, pins
CREATE TABLE $schema.mw_field_search (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  owner_id uuid,
  role_code text,
  content jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX mw_field_search_owner ON $schema.mw_field_search (owner_id, type) WHERE owner_id IS NOT NULL;
CREATE UNIQUE INDEX mw_field_search_role ON $schema.mw_field_search (role_code, type) WHERE role_code IS NOT NULL;
`,
};
