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
  {
    id: '0101-stock-value',
    after: 'tables',
    sql: `
-- Quantity and money of a material follow from the ledger alone: whoever may only write rows there cannot change them otherwise.
ALTER TABLE $schema.stock_value ADD COLUMN counted_seq bigint NOT NULL DEFAULT 0;
UPDATE $schema.stock_value v
   SET counted_seq = coalesce((SELECT max(l.seq) FROM $schema.stock_ledger l WHERE l.material_id = v.material_id), 0);
CREATE INDEX stock_ledger_counted ON $schema.stock_ledger (material_id, seq);

-- makes what is missing and locks all in the order of materials
CREATE FUNCTION $schema.stock_values_hold(ids uuid[], materials uuid[], moment timestamptz)
  RETURNS TABLE (material_id uuid, qty numeric, value numeric, last_cost numeric)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $f$
#variable_conflict use_column
BEGIN
  INSERT INTO $schema.stock_value (id, material_id, created_at, updated_at)
    SELECT u.i, u.m, moment, moment FROM unnest(ids, materials) u(i, m)
    ON CONFLICT (material_id) DO NOTHING;
  RETURN QUERY SELECT v.material_id, v.qty, v.value, v.last_cost FROM $schema.stock_value v
    WHERE v.material_id = ANY (materials) ORDER BY v.material_id FOR UPDATE;
END $f$;

-- counts the rows that came since; a price must be one that these rows tell
CREATE FUNCTION $schema.stock_values_count(materials uuid[], prices numeric[], moment timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
  IF EXISTS (
    SELECT 1 FROM unnest(materials, prices) a(m, price) JOIN $schema.stock_value v ON v.material_id = a.m
     WHERE a.price IS DISTINCT FROM v.last_cost AND NOT EXISTS (
       SELECT 1 FROM $schema.stock_ledger l
        WHERE l.material_id = a.m AND l.seq > v.counted_seq AND l.qty > 0 AND l.unit_cost = a.price))
  THEN
    RAISE EXCEPTION 'a price that no row of the ledger tells' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE $schema.stock_value v
     SET qty = trim_scale(v.qty + f.qty), value = trim_scale(v.value + f.amount), last_cost = f.price, counted_seq = f.seq, updated_at = moment
    FROM (
      SELECT l.material_id, a.price, max(l.seq) AS seq, coalesce(sum(l.amount), 0) AS amount,
             coalesce(sum(l.qty) FILTER (WHERE l.owner = 'self' AND l.stage_id IS NULL AND w.kind <> '9'), 0) AS qty
        FROM unnest(materials, prices) a(m, price)
        JOIN $schema.stock_value c ON c.material_id = a.m
        JOIN $schema.stock_ledger l ON l.material_id = a.m AND l.seq > c.counted_seq
        JOIN $schema.warehouse w ON w.id = l.warehouse_id
       GROUP BY l.material_id, a.price) f
   WHERE v.material_id = f.material_id;
END $f$;

-- all of it anew from all of the ledger, where it differs
CREATE FUNCTION $schema.stock_values_mend(who uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $f$
  UPDATE $schema.stock_value v
     SET qty = f.qty, value = f.amount, counted_seq = f.seq, version = v.version + 1, updated_at = now(), updated_by_id = who
    FROM (
      SELECT c.material_id, coalesce(max(l.seq), 0) AS seq, coalesce(sum(l.amount), 0) AS amount,
             coalesce(sum(l.qty) FILTER (WHERE l.owner = 'self' AND l.stage_id IS NULL AND w.kind <> '9'), 0) AS qty
        FROM $schema.stock_value c
        LEFT JOIN ($schema.stock_ledger l JOIN $schema.warehouse w ON w.id = l.warehouse_id) ON l.material_id = c.material_id
       GROUP BY c.material_id) f
   WHERE v.material_id = f.material_id AND (v.qty <> f.qty OR v.value <> f.amount);
$f$;
REVOKE EXECUTE ON FUNCTION $schema.stock_values_hold(uuid[], uuid[], timestamptz), $schema.stock_values_count(uuid[], numeric[], timestamptz),
  $schema.stock_values_mend(uuid) FROM PUBLIC;
`,
  },
  {
    id: '0102-stock-month',
    after: 'tables',
    sql: `
-- What came and went at a key in a month: what lay there before a day is the months before it and the days since the first of its own.
CREATE TABLE $schema.stock_month (
  stock_key text COLLATE "C" NOT NULL,
  month date NOT NULL,
  qty numeric NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (stock_key, month)
);
INSERT INTO $schema.stock_month (stock_key, month, qty, amount)
  SELECT stock_key, date_trunc('month', biz_date), sum(qty), coalesce(sum(amount), 0) FROM $schema.stock_ledger GROUP BY 1, 2;

-- Whoever writes rows of a key holds its balance, so nobody waits here.
CREATE FUNCTION $schema.stock_month_add() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $f$
BEGIN
  INSERT INTO $schema.stock_month AS m (stock_key, month, qty, amount)
    SELECT stock_key, date_trunc('month', biz_date), sum(qty), coalesce(sum(amount), 0) FROM added GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (stock_key, month) DO UPDATE SET qty = m.qty + excluded.qty, amount = m.amount + excluded.amount;
  RETURN NULL;
END $f$;
CREATE TRIGGER stock_ledger_month AFTER INSERT ON $schema.stock_ledger REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION $schema.stock_month_add();
REVOKE EXECUTE ON FUNCTION $schema.stock_month_add() FROM PUBLIC;

-- a number that is scanned
CREATE INDEX stock_posting_nbr ON $schema.stock_posting (doc_nbr);
`,
  },
];
