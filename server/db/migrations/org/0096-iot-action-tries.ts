import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0096-iot-action-tries',
  sql: `
-- how often an action failed; one that failed too often is done with, and says why
ALTER TABLE $schema.mw_iot_action ADD COLUMN tries int NOT NULL DEFAULT 0, ADD COLUMN fault text;
CREATE INDEX mw_iot_action_done ON $schema.mw_iot_action (done_at) WHERE done_at IS NOT NULL;
`,
};
