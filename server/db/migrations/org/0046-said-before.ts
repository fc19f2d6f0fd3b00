import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0046-said-before',
  sql: `
-- what a reminder said already is asked by its event
CREATE INDEX mw_outbox_said ON $schema.mw_outbox (event) WHERE jsonb_typeof(data -> 'keys') = 'array';
`,
};
