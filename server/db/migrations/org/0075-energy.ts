import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0075-energy',
  sql: `
-- what the use of a meter was derived by, besides its readings of a point: another one is derived anew (50 §6.1)
CREATE TABLE $schema.mw_energy_meter (
  meter_id uuid PRIMARY KEY, rule text NOT NULL
);
-- meters whose use lags behind their readings from a moment on; written with the readings, so none is forgotten
CREATE TABLE $schema.mw_energy_dirty (
  meter_id uuid PRIMARY KEY, from_ts bigint NOT NULL, stamp bigint NOT NULL DEFAULT 0
);
-- where the register of a meter stands after all readings before a midnight
CREATE TABLE $schema.mw_energy_mark (
  meter_id uuid NOT NULL, ts bigint NOT NULL, state jsonb NOT NULL,
  PRIMARY KEY (meter_id, ts)
);
CREATE TABLE $schema.mw_energy_slot (
  meter_id uuid NOT NULL, slot bigint NOT NULL, use numeric NOT NULL, est boolean NOT NULL,
  PRIMARY KEY (meter_id, slot)
);
-- the settled unit; period '' = priced without periods, fee null = no price holds
CREATE TABLE $schema.mw_energy_unit (
  meter_id uuid NOT NULL, day date NOT NULL, period text NOT NULL,
  use numeric NOT NULL, est boolean NOT NULL, demand numeric NOT NULL, demand_at bigint NOT NULL,
  fee numeric, sewage numeric NOT NULL, resource numeric NOT NULL,
  PRIMARY KEY (meter_id, day, period)
);
CREATE INDEX mw_energy_unit_day ON $schema.mw_energy_unit (day);
`,
};
