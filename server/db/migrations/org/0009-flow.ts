import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0009-flow',
  sql: `
-- running and ended approvals: the text they run by and where they stand (tokens, visits, tasks); people read flowInstance and flowTask
CREATE TABLE $schema.mw_flow (
  instance_id uuid PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  object text NOT NULL, record_id uuid NOT NULL,
  flow text NOT NULL, revision int NOT NULL,
  doc jsonb NOT NULL,
  state jsonb NOT NULL,
  is_open boolean NOT NULL,
  next_due text
);
CREATE UNIQUE INDEX mw_flow_open ON $schema.mw_flow (object, record_id) WHERE is_open;
CREATE INDEX mw_flow_record ON $schema.mw_flow (object, record_id, seq);
CREATE INDEX mw_flow_due ON $schema.mw_flow (next_due) WHERE is_open AND next_due IS NOT NULL;
`,
};
