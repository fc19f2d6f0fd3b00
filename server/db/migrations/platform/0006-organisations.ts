import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0006-organisations',
  sql: `
ALTER TABLE $schema.org ADD COLUMN live_at timestamptz;
-- users who may sign in, counted in the organisation's own table, so that the limit and the list say the same
CREATE FUNCTION $schema.org_users(code text) RETURNS bigint LANGUAGE plpgsql STABLE AS $f$
DECLARE n bigint := 0;
BEGIN
  IF to_regclass(format('%I."user"', 'org_' || code)) IS NOT NULL THEN
    EXECUTE format('SELECT count(*) FROM %I."user" WHERE is_deleted = 0 AND is_disabled = ''0''', 'org_' || code) INTO n;
  END IF;
  RETURN n;
END $f$;
`,
};
