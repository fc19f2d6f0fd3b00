import type { Migration } from '../migration';

export const migration: Migration = {
  id: '0076-energy-closed',
  sql: `
-- months of fees that were closed (50 §6.3); one that was opened again stays as what happened and holds nothing
CREATE TABLE $schema.mw_energy_month (
  id uuid PRIMARY KEY, month text NOT NULL, from_day date, until date NOT NULL,
  row_count int NOT NULL, amount numeric NOT NULL,
  closed_at timestamp NOT NULL, closed_by uuid, reopened_at timestamp, reopened_by uuid, reason text
);
CREATE UNIQUE INDEX mw_energy_month_closed ON $schema.mw_energy_month (month) WHERE reopened_at IS NULL;
-- what was published of closed days: the tables without closed_ go on following their readings
CREATE TABLE $schema.mw_energy_closed_slot (
  meter_id uuid NOT NULL, slot bigint NOT NULL, use numeric NOT NULL, est boolean NOT NULL,
  PRIMARY KEY (meter_id, slot)
);
CREATE TABLE $schema.mw_energy_closed_unit (
  meter_id uuid NOT NULL, day date NOT NULL, period text NOT NULL,
  use numeric NOT NULL, est boolean NOT NULL, demand numeric NOT NULL, demand_at bigint NOT NULL,
  fee numeric, sewage numeric NOT NULL, resource numeric NOT NULL,
  PRIMARY KEY (meter_id, day, period)
);
CREATE TABLE $schema.mw_energy_closed_reactive (
  meter_id uuid NOT NULL, day date NOT NULL, use numeric NOT NULL,
  PRIMARY KEY (meter_id, day)
);
-- by what the bill of a fee meter was made
CREATE TABLE $schema.mw_energy_closed_bill (
  meter_id uuid NOT NULL, month text NOT NULL, rule jsonb NOT NULL, rated_kva numeric,
  PRIMARY KEY (meter_id, month)
);
-- what a closed month would be more or less today, on the first open day; fee null = no price holds
CREATE TABLE $schema.mw_energy_late (
  meter_id uuid NOT NULL, day date NOT NULL, month text NOT NULL,
  use numeric NOT NULL, fee numeric, sewage numeric NOT NULL, resource numeric NOT NULL,
  PRIMARY KEY (meter_id, day, month)
);
`,
};
