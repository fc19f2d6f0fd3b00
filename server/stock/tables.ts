import type { Migration } from '../db/migrations/migration';

/**
 * The tables that only the posting function writes. Names are those the documents of stockLedger, stockBalance and stockValue derive;
 * base columns stand at their defaults. A stage (pieces a supplier holds) and the work order of a row have columns already, their
 * objects come later.
 */
export const STOCK_MIGRATIONS: readonly Migration[] = [
  {
    id: '0100-stock',
    after: 'tables',
    sql: `
-- guards every posting: a second one of the same number is a repeat
CREATE TABLE $schema.stock_posting (
  doc_type text NOT NULL,
  doc_id uuid NOT NULL,
  reversal_no int NOT NULL,
  doc_nbr text NOT NULL,
  is_reversal boolean NOT NULL DEFAULT false,
  biz_date date NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT now(),
  posted_by_id uuid,
  PRIMARY KEY (doc_type, doc_id, reversal_no)
);

CREATE TABLE $schema.stock_ledger (
  id uuid PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  doc_type text NOT NULL, doc_id uuid NOT NULL, doc_nbr text NOT NULL, row_id uuid NOT NULL,
  leg bigint NOT NULL,
  reversal_no bigint NOT NULL DEFAULT 0,
  reversed_seq bigint,
  biz_date date NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT now(),
  move_kind text NOT NULL,
  stock_key text COLLATE "C" NOT NULL,
  material_id uuid NOT NULL, attr_key text, warehouse_id uuid NOT NULL, position_id uuid, batch_nbr text,
  quality_status text NOT NULL, owner text NOT NULL, stage_id uuid,
  counter_warehouse_id uuid,
  qty numeric NOT NULL CHECK (qty <> 'NaN'),
  unit_cost numeric CHECK (unit_cost <> 'NaN'),
  amount numeric CHECK (amount <> 'NaN'),
  balance_after numeric NOT NULL CHECK (balance_after <> 'NaN'),
  work_order_id uuid, partner_id uuid, operator_id uuid,
  version int NOT NULL DEFAULT 1,
  created_by_id uuid, created_at timestamptz NOT NULL DEFAULT now(),
  updated_by_id uuid, updated_at timestamptz NOT NULL DEFAULT now(),
  is_deleted smallint NOT NULL DEFAULT 0 CHECK (is_deleted = 0),
  ext jsonb NOT NULL DEFAULT '{}',
  UNIQUE (doc_type, doc_id, row_id, leg, reversal_no)
);
CREATE INDEX stock_ledger_doc ON $schema.stock_ledger (doc_id);
CREATE INDEX stock_ledger_key ON $schema.stock_ledger (stock_key, seq);
CREATE INDEX stock_ledger_material ON $schema.stock_ledger (material_id, warehouse_id, seq);
CREATE INDEX stock_ledger_batch ON $schema.stock_ledger (batch_nbr, seq) WHERE batch_nbr IS NOT NULL;
CREATE INDEX stock_ledger_posted ON $schema.stock_ledger (posted_at);
CREATE INDEX stock_ledger_biz_date ON $schema.stock_ledger (biz_date);
CREATE INDEX stock_ledger_partner ON $schema.stock_ledger (partner_id, seq) WHERE partner_id IS NOT NULL;
CREATE UNIQUE INDEX stock_ledger_reversed ON $schema.stock_ledger (reversed_seq) WHERE reversed_seq IS NOT NULL;
CREATE FUNCTION $schema.stock_append_only() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $f$;
CREATE TRIGGER stock_ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON $schema.stock_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION $schema.stock_append_only();

CREATE TABLE $schema.stock_balance (
  id uuid PRIMARY KEY,
  stock_key text COLLATE "C" NOT NULL UNIQUE,
  material_id uuid NOT NULL REFERENCES $schema.material ON DELETE RESTRICT,
  attr_key text,
  warehouse_id uuid NOT NULL REFERENCES $schema.warehouse ON DELETE RESTRICT,
  position_id uuid REFERENCES $schema.position ON DELETE RESTRICT,
  batch_nbr text,
  quality_status text NOT NULL, owner text NOT NULL, stage_id uuid,
  qty numeric NOT NULL DEFAULT 0 CHECK (qty <> 'NaN' AND (qty >= 0 OR batch_nbr IS NULL)),
  reserved_qty numeric NOT NULL DEFAULT 0 CHECK (reserved_qty <> 'NaN' AND reserved_qty >= 0),
  first_in_at timestamptz, last_move_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_by_id uuid, created_at timestamptz NOT NULL DEFAULT now(),
  updated_by_id uuid, updated_at timestamptz NOT NULL DEFAULT now(),
  is_deleted smallint NOT NULL DEFAULT 0,
  ext jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX stock_balance_material ON $schema.stock_balance (material_id, quality_status);
CREATE INDEX stock_balance_place ON $schema.stock_balance (warehouse_id, material_id);
CREATE INDEX stock_balance_position ON $schema.stock_balance (position_id) WHERE position_id IS NOT NULL;
CREATE INDEX stock_balance_batch ON $schema.stock_balance (batch_nbr) WHERE batch_nbr IS NOT NULL;

CREATE TABLE $schema.stock_value (
  id uuid PRIMARY KEY,
  material_id uuid NOT NULL UNIQUE REFERENCES $schema.material ON DELETE RESTRICT,
  qty numeric NOT NULL DEFAULT 0 CHECK (qty <> 'NaN'),
  value numeric NOT NULL DEFAULT 0 CHECK (value <> 'NaN' AND (qty <> 0 OR value = 0)),
  last_cost numeric CHECK (last_cost <> 'NaN'),
  version int NOT NULL DEFAULT 1,
  created_by_id uuid, created_at timestamptz NOT NULL DEFAULT now(),
  updated_by_id uuid, updated_at timestamptz NOT NULL DEFAULT now(),
  is_deleted smallint NOT NULL DEFAULT 0,
  ext jsonb NOT NULL DEFAULT '{}'
);
`,
  },
];
