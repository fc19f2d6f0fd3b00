import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0078-energy-reactive',
  sql: `
-- reactive energy of a meter by day: with its use it is the power factor of a month (50 §6.1)
CREATE TABLE $schema.mw_energy_reactive (
  meter_id uuid NOT NULL, day date NOT NULL, use numeric NOT NULL,
  PRIMARY KEY (meter_id, day)
);
`,
};
