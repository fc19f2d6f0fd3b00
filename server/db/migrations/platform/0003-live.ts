import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0003-live',
  sql: `
-- open streams end with their session and follow the rights of their organisation, on every process
CREATE FUNCTION $schema.session_over() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  PERFORM pg_notify('mw_live', 's ' || NEW.id);
  RETURN NULL;
END $f$;
CREATE TRIGGER live_session AFTER UPDATE OF revoked_at ON $schema.auth_session
  FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION $schema.session_over();
CREATE FUNCTION $schema.rights_told() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  PERFORM pg_notify('mw_live', 'r org_' || NEW.code);
  RETURN NULL;
END $f$;
CREATE TRIGGER live_rights AFTER UPDATE OF rights_version ON $schema.org
  FOR EACH ROW EXECUTE FUNCTION $schema.rights_told();
`,
};
