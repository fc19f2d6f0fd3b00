/**
 * The resolved object: blocks merged, short forms expanded, defaults and derivables filled. It is plain JSON (the browser gets it as
 * `schema` of getPageItem), frozen, and one identity per version, so compiled forms hang on it in WeakMaps.
 */
import type {
  AccessDoc,
  ActionDoc,
  ActionPlace,
  AuditWay,
  CheckDoc,
  DetailDoc,
  DictItemDoc,
  EditDoc,
  FieldDoc,
  FloorDoc,
  ImportDoc,
  KindId,
  ListDoc,
  Many,
  PartDoc,
  PenetrateDoc,
  PlacementObject,
  RowsDoc,
  RuleDoc,
  SchemeDoc,
  TreeSideDoc,
  TypeId,
  UniqueDoc,
  ViewDoc,
} from './document';

/** Title, kind and type are always filled; `path` is `qty` or `items.qty`; base fields carry `base: true`. */
export interface ResolvedField
  extends Omit<
    FieldDoc,
    'fields' | 'columns' | 'rules' | 'checks' | 'rows' | 'use' | 'title' | 'kind' | 'type' | 'off'
  > {
  readonly code: string;
  readonly path: string;
  readonly title: string;
  readonly kind: KindId;
  readonly type: TypeId;
  readonly base?: boolean;
  /** an extension field of the organisation: code `ext.<prop>`, stored in the jsonb of the record */
  readonly ext?: true;
  /** left out of the print that is made without a document: an extension field whose definition does not say 可打印 */
  readonly unprinted?: true;
  /** a formula that is stored (own column) or live (computed at read); absent without formula */
  readonly formulaAt?: 'stored' | 'live';
  /** only kind tabTable */
  readonly sub?: ResolvedSub;
}
export interface ResolvedRows extends Omit<RowsDoc, 'min' | 'max' | 'number'> {
  readonly min: number;
  readonly max: number;
  readonly number: string;
}
export interface ResolvedSub {
  readonly code: string;
  readonly title: string;
  readonly fields: Many<ResolvedField>;
  readonly rows: ResolvedRows;
  readonly columns: readonly Placement[];
  readonly summary: Many<string>;
}
/** A placement in object form; exactly one of `field` (path, own code, marker starting with `$`) and `param` is there. */
export type Placement = PlacementObject;
export interface Part extends Omit<PartDoc, 'fields' | 'off'> {
  readonly code: string;
  readonly fields?: readonly Placement[];
}
/** `address` is `rules.audited` or `fields.items.rules.batch`; rules of a sub-table have `in` filled. */
export interface ResolvedRule extends Omit<RuleDoc, 'off' | 'on'> {
  readonly address: string;
  readonly on?: readonly string[];
}
export interface ResolvedCheck extends Omit<CheckDoc, 'off' | 'that' | 'say' | 'level'> {
  readonly address: string;
  readonly that: string;
  readonly say: string;
  readonly level: 'error' | 'warn';
}
export interface ResolvedAction extends Omit<ActionDoc, 'off' | 'title' | 'at' | 'grant' | 'ask' | 'checks'> {
  readonly code: string;
  readonly title: string;
  readonly at: readonly ActionPlace[];
  /** full function code, `purchaseOrder:audit` */
  readonly right: string;
  readonly builtIn: boolean;
  readonly ask?: Many<ResolvedField>;
  readonly checks?: readonly ResolvedCheck[];
}
export interface ResolvedScheme extends Omit<SchemeDoc, 'off' | 'title' | 'columns'> {
  readonly code: string;
  readonly title: string;
  readonly columns?: readonly Placement[];
}
export interface ResolvedList
  extends Omit<ListDoc, 'search' | 'schemes' | 'columns' | 'sort' | 'summary' | 'tree' | 'below' | 'select' | 'as'> {
  readonly search: readonly Placement[];
  readonly schemes: readonly ResolvedScheme[];
  readonly columns: readonly Placement[];
  readonly sort: string;
  readonly summary: Many<string>;
  readonly tree: readonly TreeSideDoc[];
  readonly below: readonly Part[];
  readonly select: 'multi' | 'single' | 'none';
  readonly as: readonly string[];
}
export interface ResolvedEdit extends Omit<EditDoc, 'groups'> {
  readonly open: 'page' | 'dialog' | 'drawer';
  readonly route?: string;
  readonly groups: readonly Part[];
  readonly columns: number;
  readonly labelWidth: number;
}
export interface ResolvedDetail extends Omit<DetailDoc, 'tabs' | 'head'> {
  readonly open: 'page' | 'dialog' | 'drawer';
  readonly route?: string;
  readonly head: readonly Placement[];
  readonly tabs: readonly Part[];
}
export interface ResolvedView extends Omit<ViewDoc, 'off' | 'title' | 'list' | 'edit' | 'detail' | 'actions'> {
  readonly code: string;
  readonly title: string;
  readonly list: ResolvedList;
  readonly edit: ResolvedEdit;
  readonly detail: ResolvedDetail;
  readonly actions: Many<ResolvedAction>;
}
export interface ResolvedObject {
  readonly object: string;
  readonly title: string;
  readonly area: string;
  readonly route?: string;
  readonly menu?: string;
  readonly label: readonly string[];
  readonly state?: string;
  readonly tree?: string;
  readonly single?: boolean | 'user';
  readonly settings?: readonly string[];
  readonly storage: 'table' | 'migration' | 'platform' | 'none';
  /** head fields in order, base fields first (id version createdBy createdAt updatedBy updatedAt isDeleted); sub-tables among them */
  readonly fields: Many<ResolvedField>;
  readonly unique: Many<UniqueDoc>;
  readonly index: readonly (readonly string[])[];
  readonly rules: readonly ResolvedRule[];
  readonly checks: readonly ResolvedCheck[];
  readonly list: ResolvedList;
  readonly edit: ResolvedEdit;
  readonly detail: ResolvedDetail;
  readonly views: Many<ResolvedView>;
  /** floor mode (§2.2), as written */
  readonly floor?: FloorDoc;
  readonly actions: Many<ResolvedAction>;
  readonly import: Many<ImportDoc>;
  readonly events: Many<string>;
  readonly access: AccessDoc;
  /** uses block `audited` */
  readonly audited: boolean;
  /** what a publish writes into 单据审核 */
  readonly audit?: AuditWay;
  /** hash of the resolved text: the `schema` a form sends back */
  readonly hash: string;
}
export interface ResolvedDict {
  readonly code: string;
  readonly title: string;
  readonly items: readonly DictItemDoc[];
  readonly open?: boolean;
  readonly version: string;
}
/** Types of other objects that expressions hop to: what a type-checker and a browser form need to know of them. */
export type FieldType = Pick<
  ResolvedField,
  | 'code'
  | 'title'
  | 'type'
  | 'kind'
  | 'dict'
  | 'ref'
  | 'many'
  | 'range'
  | 'scale'
  | 'inherit'
  | 'grant'
  | 'formulaAt'
  | 'shift'
> & {
  readonly sub?: Many<FieldType>;
};
export interface ObjectType {
  readonly object: string;
  readonly title: string;
  readonly label: readonly string[];
  readonly tree?: string;
  readonly fields: Many<FieldType>;
}
/** Read access to what expressions of one object may name. Undefined = no such thing. */
export interface TypeLib {
  object(code: string): ObjectType | undefined;
  dict(code: string): ResolvedDict | undefined;
  setting(key: string): FieldType | undefined;
  /** type of a server function, absent in plain kernel tests */
  serverFunction?(name: string): ServerFunctionType | undefined;
  /** body of a published calculation formula, for named('code') */
  named?(code: string): string | undefined;
}
export interface ServerFunctionType {
  readonly name: string;
  readonly args: readonly string[];
  readonly result: TypeId;
  readonly live?: boolean;
}
export type { PenetrateDoc };
