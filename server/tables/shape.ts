/** What a table should be and what it is, in one shape, so that the difference is plain comparison. */
export interface Column {
  readonly name: string;
  /** as PostgreSQL prints it: `numeric`, `timestamp with time zone`, `uuid[]` */
  readonly type: string;
  readonly notNull: boolean;
  /** SQL text */
  readonly default?: string;
  /** computed by PostgreSQL and written by nobody: its expression (of an actual column only that it is) */
  readonly generated?: string;
}
export interface WantedColumn extends Column {
  /** for sentences: 「采购订单」数量 */
  readonly title: string;
  readonly was?: string;
  readonly check?: { readonly name: string; readonly expr: string };
  readonly reference?: { readonly name: string; readonly table: string; readonly platform: boolean };
}
export interface WantedIndex {
  readonly name: string;
  readonly unique: boolean;
  /** an exclusion constraint, `definition` follows EXCLUDE: what must not meet, to count what does before it is made */
  readonly excludes?: { readonly key: string; readonly days: string };
  /** `USING gin (roles)`, `(supplier_id)`, `(lower(code)) WHERE is_deleted = 0` */
  readonly definition: string;
  /** of a unique index: the expressions and the condition, to count repeats before it is made */
  readonly keys?: readonly string[];
  readonly where?: string;
  readonly title: string;
}
export interface WantedTable {
  readonly name: string;
  readonly title: string;
  /** `purchaseOrder` or `purchaseOrder.items`, kept as the comment of the table */
  readonly owner: string;
  readonly was?: string;
  readonly columns: readonly WantedColumn[];
  readonly indexes: readonly WantedIndex[];
  readonly parent?: string;
}

export interface ActualTable {
  readonly name: string;
  readonly comment: string | null;
  readonly columns: ReadonlyMap<string, Column>;
  readonly checks: ReadonlySet<string>;
  /** name → table it points to, `platform.org` when in another schema */
  readonly foreignKeys: ReadonlyMap<string, string>;
  /** name → comment */
  readonly indexes: ReadonlyMap<string, string | null>;
  /** those of them that hold an exclusion constraint */
  readonly exclusions?: ReadonlySet<string>;
}

/** What becomes of values that a new type of their column cannot hold: kept in a hidden column, or emptied. */
export type Lost = 'keep' | 'empty';

/** One step of table sync; `sql` uses `$schema` for the schema it runs in. */
export interface Change {
  readonly kind:
    | 'addTable'
    | 'renameTable'
    | 'addColumn'
    | 'dropComputed'
    | 'changeColumn'
    | 'renameColumn'
    | 'retireColumn'
    | 'retireTable'
    | 'keepValues'
    | 'emptyValues'
    | 'restoreValues'
    | 'addCheck'
    | 'addForeignKey'
    | 'addIndex'
    | 'dropIndex';
  readonly table: string;
  readonly name?: string;
  readonly sql: string;
  /** of a changed column: its type before and after */
  readonly retyped?: { readonly from: string; readonly to: string };
  /** SQL condition of the rows it writes */
  readonly writes?: string;
  /** counts what forbids it; a count above 0 refuses with `refuse` ({n} = the count) */
  readonly guard?: { readonly count: string; readonly refuse: string };
}
