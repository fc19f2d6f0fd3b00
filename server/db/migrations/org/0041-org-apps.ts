import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0041-org-apps',
  sql: `
-- apps of an organisation, rows of its record: only the platform writes them
CREATE VIEW $schema.org_apps AS
  SELECT a.id, a.head_id, a.line_no, a.ext, a.app, a.valid_to, a.is_disabled
    FROM platform.org_app a
   WHERE a.head_id = (SELECT $schema.mw_org()) OR (SELECT $schema.mw_is_platform());
CREATE FUNCTION $schema.mw_write_org_apps() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  IF $schema.mw_is_platform() IS NOT TRUE THEN RAISE EXCEPTION 'only the platform organisation opens apps'; END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM platform.org_app WHERE id = OLD.id;
    RETURN OLD;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO platform.org_app (id, head_id, line_no, app, valid_to, is_disabled)
    VALUES (NEW.id, NEW.head_id, NEW.line_no, NEW.app, NEW.valid_to, coalesce(NEW.is_disabled, '0'));
    RETURN NEW;
  END IF;
  UPDATE platform.org_app
     SET line_no = NEW.line_no, app = NEW.app, valid_to = NEW.valid_to, is_disabled = coalesce(NEW.is_disabled, '0')
   WHERE id = OLD.id;
  RETURN NEW;
END $f$;
CREATE TRIGGER mw_write_org_apps INSTEAD OF INSERT OR UPDATE OR DELETE ON $schema.org_apps
  FOR EACH ROW EXECUTE FUNCTION $schema.mw_write_org_apps();
`,
};
