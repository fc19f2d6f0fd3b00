import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0043-trail-days',
  sql: `
-- days of the trail that are over: a hash over their entries, chained to the day before
CREATE TABLE $schema.mw_trail_day (
  day date PRIMARY KEY,
  entries bigint NOT NULL,
  hash text NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER mw_trail_day_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON $schema.mw_trail_day
  FOR EACH STATEMENT EXECUTE FUNCTION $schema.mw_append_only();
`,
};
