import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0003-live',
  sql: `
-- who listens hears of every written record once its transaction is committed
CREATE FUNCTION $schema.mw_live_notify() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  PERFORM pg_notify('mw_live', 'w ' || TG_TABLE_SCHEMA || ' ' || NEW.object || ' ' || NEW.record_id);
  RETURN NULL;
END $f$;
CREATE TRIGGER mw_live_trail AFTER INSERT ON $schema.mw_trail
  FOR EACH ROW EXECUTE FUNCTION $schema.mw_live_notify();
`,
};
