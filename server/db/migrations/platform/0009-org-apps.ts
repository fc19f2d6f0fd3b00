import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0009-org-apps',
  sql: `
-- apps an organisation was opened; one without any row has them all
CREATE TABLE $schema.org_app (
  id uuid PRIMARY KEY,
  head_id uuid NOT NULL REFERENCES $schema.org ON DELETE CASCADE,
  line_no int NOT NULL DEFAULT 0,
  ext jsonb NOT NULL DEFAULT '{}',
  app text NOT NULL, valid_to date, is_disabled text NOT NULL DEFAULT '0'
);
CREATE INDEX org_app_head ON $schema.org_app (head_id);
-- counts at the next request of its people
CREATE FUNCTION $schema.org_app_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  UPDATE $schema.org SET rights_version = rights_version + 1 WHERE id = coalesce(NEW.head_id, OLD.head_id);
  RETURN NULL;
END $f$;
CREATE TRIGGER org_app_changed AFTER INSERT OR UPDATE OR DELETE ON $schema.org_app
  FOR EACH ROW EXECUTE FUNCTION $schema.org_app_changed();
`,
};
