import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0002-rights-version',
  sql: `
-- Triggers of the organisations' tables (auth/guards.ts): whoever writes, the next request of everybody sees it.
CREATE FUNCTION $schema.rights_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  UPDATE $schema.org SET rights_version = rights_version + 1 WHERE 'org_' || code = TG_TABLE_SCHEMA;
  RETURN NULL;
END $f$;
CREATE FUNCTION $schema.user_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  UPDATE $schema.member m
     SET login_name = NEW.login_name, valid_to = NEW.valid_to,
         is_disabled = (coalesce(NEW.is_disabled, '0') <> '0' OR NEW.is_deleted <> 0)
    FROM $schema.org o
   WHERE 'org_' || o.code = TG_TABLE_SCHEMA AND m.org_id = o.id AND m.user_id = NEW.id;
  RETURN NULL;
END $f$;
`,
};
