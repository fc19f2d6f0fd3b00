/** Documents as they are written in files (language reference §2). Every key is optional unless the reference says required. */
import type {
  DataDoc,
  DictDoc,
  DictItemDoc,
  DictionariesDoc,
  Literal,
  Many,
  MenuItemDoc,
  MenusDoc,
  Noted,
  Tone,
} from './document-area';
import type { FloorDoc } from './document-floor';
import type { BoardDoc, ChartDoc, ChartKeys, ReportDoc } from './document-report';
import type { FlowDoc } from './flow/document';
import type { KindId, TypeId } from './kinds/ids';
import type { PrintDoc } from './print/document';
import type { Json } from './value';

export type {
  DataDoc,
  DictDoc,
  DictItemDoc,
  DictionariesDoc,
  FloorDoc,
  KindId,
  Literal,
  Many,
  MenuItemDoc,
  MenusDoc,
  Tone,
  TypeId,
};

export interface PickDoc {
  readonly columns?: readonly string[];
  readonly where?: string;
  /** what is switched off is shown too */
  readonly disabled?: boolean;
  readonly search?: readonly string[];
  readonly tree?: boolean | string;
  readonly recent?: boolean;
  readonly page?: string;
}

/** §2.3. A field; also a search or report parameter, an answer of `ask`, a setting. */
export interface FieldDoc extends Noted {
  readonly title?: string;
  readonly kind?: KindId;
  readonly type?: TypeId;
  readonly was?: string;
  readonly dict?: string;
  readonly ref?: string;
  readonly many?: boolean;
  readonly options?: string;
  readonly kindBy?: string;
  readonly cases?: readonly (FieldDoc & { readonly is: string })[];
  readonly required?: boolean | 'new';
  readonly readonly?: boolean;
  readonly hidden?: boolean;
  readonly unique?: boolean | string;
  readonly default?: Literal;
  readonly formula?: string;
  readonly fill?: Many<string>;
  readonly pick?: PickDoc;
  readonly addRows?: boolean;
  readonly min?: Literal;
  readonly max?: Literal;
  readonly low?: Literal;
  readonly high?: Literal;
  readonly spread?: boolean;
  readonly scale?: number;
  readonly unit?: string;
  readonly suffix?: string;
  readonly pattern?: string;
  readonly case?: 'upper' | 'lower';
  readonly secret?: true | 'hash';
  readonly lines?: number;
  readonly grant?: string;
  readonly mask?: 'phone' | 'idNo' | 'bank' | 'name';
  readonly flowSet?: boolean;
  readonly inherit?: string;
  readonly scan?: boolean;
  readonly tip?: string;
  readonly placeholder?: string;
  readonly width?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly text?: string;
  readonly block?: string;
  readonly service?: string;
  readonly with?: Many<Literal>;
  // own keys of kinds
  readonly warn?: Literal;
  readonly done?: string;
  readonly range?: boolean;
  readonly seconds?: boolean;
  readonly step?: number;
  readonly presets?: readonly string[];
  readonly level?: number;
  readonly any?: boolean;
  readonly leaf?: boolean;
  readonly half?: boolean;
  readonly rule?: string | readonly { readonly when?: string; readonly rule: string }[];
  readonly manual?: boolean;
  readonly at?: 'save' | 'audit';
  readonly accept?: 'image' | 'pdf' | 'video' | 'any';
  readonly size?: number;
  readonly card?: boolean;
  readonly over?: string;
  readonly result?: string;
  readonly format?: string;
  readonly shift?: boolean;
  // sub-table (§2.4)
  readonly use?: readonly string[];
  readonly rows?: RowsDoc;
  readonly fields?: Many<FieldDoc>;
  readonly rules?: Many<RuleDoc>;
  readonly checks?: Many<CheckDoc>;
  readonly columns?: readonly PlacementDoc[];
  readonly summary?: Many<string>;
}

export interface RowsDoc {
  readonly min?: number;
  readonly max?: number;
  readonly add?: boolean;
  readonly delete?: boolean;
  readonly sort?: boolean;
  readonly copy?: boolean;
  readonly append?: boolean;
  readonly fixed?: string;
  readonly number?: string;
  readonly renumber?: readonly string[];
  readonly lock?: string;
  readonly tone?: Many<string>;
  readonly paste?: boolean;
  readonly import?: boolean;
}

/** A placement: `"code"`, `"code:flag:flag"`, or an object whose first key is `field` or `param`. */
export type PlacementDoc = string | PlacementObject;
export interface PenetrateDoc {
  readonly page?: string;
  readonly type?: 'detail' | 'list' | 'edit';
  readonly portId?: string;
  readonly relIdField?: string;
  readonly relCfg?: RelCfg | readonly RelCfg[];
}
export interface RelCfg {
  readonly relField: string;
  readonly valueField: string;
}
export interface PlacementObject extends Omit<FieldDoc, 'pick' | 'max' | 'fields' | 'text'> {
  readonly field?: string;
  readonly param?: string;
  readonly fields?: readonly string[];
  readonly op?: string;
  readonly where?: string;
  readonly of?: string;
  readonly minWidth?: number;
  readonly pin?: boolean | 'right';
  readonly sort?: boolean;
  readonly as?: ColumnAs;
  readonly inline?: boolean;
  readonly penetrate?: boolean | PenetrateDoc;
  readonly headerAlign?: 'left' | 'center' | 'right';
  readonly overflow?: boolean;
  readonly group?: string;
  readonly tipWidth?: number;
  readonly text?: string;
  readonly max?: Literal;
  readonly tone?: Many<string>;
  readonly span?: 1 | 2 | 3 | 4 | 'full';
  /** cells a search field of a board reaches; all that have it without */
  readonly targets?: readonly string[];
}
export type ColumnAs =
  | 'html'
  | 'progress'
  | 'process'
  | 'image'
  | 'pdf'
  | 'file'
  | 'tag'
  | 'link'
  | 'elapsed'
  | 'duration'
  | 'dot'
  | 'avatar';

export interface TreeSideDoc {
  readonly title?: string;
  readonly of?: string | readonly string[];
  readonly field?: string | readonly string[];
  readonly dict?: string;
  readonly edit?: boolean;
  readonly counts?: boolean;
}
export interface SchemeDoc extends Noted {
  readonly title?: string;
  readonly where?: string;
  readonly sort?: string;
  readonly columns?: readonly PlacementDoc[];
  readonly default?: boolean | string;
}
/** §2.5 */
export interface ListDoc {
  readonly search?: readonly PlacementDoc[];
  readonly schemes?: Many<SchemeDoc>;
  readonly columns?: readonly PlacementDoc[];
  readonly sort?: string;
  readonly summary?: Many<string> | readonly string[];
  readonly tree?: TreeSideDoc | readonly TreeSideDoc[];
  readonly below?: Many<PartDoc>;
  readonly charts?: Many<ChartDoc>;
  readonly tabs?: readonly string[];
  /** page of another list whose first row stands over this one */
  readonly head?: string;
  readonly as?: string | readonly string[];
  readonly source?: string;
  readonly grid?: boolean;
  readonly select?: 'multi' | 'single' | 'none';
  readonly disable?: string;
  readonly tone?: Many<string>;
  readonly index?: boolean | 'pin';
  readonly size?: number;
  readonly live?: boolean;
  readonly every?: number;
}
/** §2.6 */
export interface PartDoc extends Noted, ChartKeys {
  readonly title?: string;
  readonly tab?: string;
  readonly columns?: number;
  readonly grant?: string;
  readonly fields?: readonly PlacementDoc[];
  readonly list?: string;
  readonly where?: string;
  readonly grid?: boolean;
  readonly report?: string;
  readonly block?: string;
  readonly with?: Many<Literal>;
}
export interface EditDoc {
  readonly title?: string;
  readonly open?: 'page' | 'dialog' | 'drawer';
  readonly route?: string;
  readonly menu?: string;
  readonly groups?: Many<PartDoc>;
  readonly columns?: number;
  readonly labelWidth?: number;
  readonly width?: number;
  readonly size?: 'small' | 'medium' | 'large';
  readonly labels?: 'left' | 'right' | 'top';
}
export interface DetailDoc {
  readonly title?: string;
  readonly tabs?: Many<PartDoc>;
  readonly head?: readonly PlacementDoc[];
  readonly open?: 'page' | 'dialog' | 'drawer';
  readonly route?: string;
  readonly menu?: string;
  readonly by?: readonly string[];
  readonly source?: string;
}
/** §7.4 */
export interface PushDoc {
  readonly to: string;
  readonly how?: 'push' | 'pull' | 'both' | 'auto';
  readonly after?: string;
  readonly rows?: string;
  readonly lines?: string;
  readonly where?: string;
  readonly limit?: string;
  readonly qty?: string;
  readonly used?: string;
  readonly by?: string | readonly string[];
  readonly into?: string;
  readonly head?: Many<Literal>;
  readonly map?: Many<Literal>;
  readonly then?: 'edit' | 'save' | 'audit';
  readonly stamp?: boolean;
}
export type ActionPlace = 'row' | 'bulk' | 'toolbar' | 'detail' | 'edit' | 'tree' | 'floor';
/** §2.7 */
export interface ActionDoc extends Noted {
  readonly title?: string;
  readonly at?: readonly ActionPlace[];
  readonly in?: string;
  readonly from?: readonly string[];
  readonly to?: string;
  readonly when?: string;
  readonly grant?: string;
  readonly ask?: Many<FieldDoc>;
  readonly prepare?: string;
  readonly checks?: Many<CheckDoc>;
  readonly confirm?: string;
  readonly set?: Many<Literal>;
  readonly push?: PushDoc;
  readonly open?: {
    readonly page?: string;
    readonly screen?: string;
    readonly as?: string;
    readonly with?: Many<Literal>;
  };
  readonly print?: string | boolean;
  readonly auto?: string;
  readonly grid?: boolean;
  readonly each?: boolean;
  readonly draft?: boolean;
  readonly preview?: boolean;
  readonly once?: boolean;
  readonly shows?: { readonly columns: readonly string[]; readonly as?: string; readonly title?: string };
  readonly tone?: Tone;
  readonly icon?: string;
  readonly menu?: string;
  readonly key?: string;
}
/** §2.8: a state (`when` …) or an event of the form (`on` …). */
export interface RuleDoc extends Noted {
  readonly when?: string;
  readonly on?: string | readonly string[];
  readonly in?: string;
  readonly show?: readonly string[];
  readonly hide?: readonly string[];
  readonly require?: readonly string[];
  readonly readonly?: readonly string[];
  readonly except?: readonly string[];
  readonly set?: Many<Literal>;
  readonly clear?: readonly string[];
  readonly service?: string;
  readonly confirm?: string;
  readonly say?: string;
}
export interface CheckDoc extends Noted {
  readonly in?: string;
  readonly when?: string;
  readonly that?: string;
  readonly say?: string;
  readonly at?: string;
  readonly level?: 'error' | 'warn';
  readonly ways?: readonly (
    | string
    | { readonly title: string; readonly page: string; readonly with?: Many<Literal> }
  )[];
}
export interface ViewDoc extends Noted {
  readonly title?: string;
  readonly route?: string;
  readonly menu?: string;
  readonly grant?: string;
  readonly where?: string;
  readonly with?: Many<Literal>;
  readonly page?: string;
  readonly rows?: string;
  readonly list?: ListDoc;
  readonly edit?: EditDoc;
  readonly detail?: DetailDoc;
  readonly floor?: FloorDoc;
  readonly actions?: Many<ActionDoc>;
}
export interface ImportDoc {
  readonly title?: string;
  readonly key?: readonly string[];
  readonly mode?: 'add' | 'update' | 'upsert';
  readonly rows?: readonly string[];
  readonly columns?: readonly (string | { readonly field: string; readonly title?: string })[];
  readonly group?: string;
}
export interface AccessDoc {
  readonly dept?: string;
  readonly owner?: readonly string[];
  readonly rows?: Many<{ readonly title: string; readonly where: string; readonly always?: true | 'all' }>;
  readonly grants?: Many<string>;
}
export interface UniqueDoc {
  readonly fields: readonly string[];
  readonly when?: string;
  /** first and last day: only records whose days meet are alike; an empty last day is for ever */
  readonly during?: readonly string[];
  readonly say?: string;
}
interface ObjectBody {
  readonly title?: string;
  readonly note?: string;
  readonly was?: string;
  readonly use?: readonly string[];
  readonly menu?: string;
  readonly label?: string | readonly string[];
  readonly state?: string;
  readonly tree?: string;
  readonly single?: boolean | 'user';
  readonly settings?: readonly string[];
  /** records that nobody edits */
  readonly readonly?: boolean;
  readonly storage?: 'table' | 'migration' | 'platform' | 'none';
  readonly fields?: Many<FieldDoc>;
  readonly unique?: Many<UniqueDoc>;
  readonly index?: readonly (readonly string[])[];
  readonly rules?: Many<RuleDoc>;
  readonly checks?: Many<CheckDoc>;
  readonly list?: ListDoc;
  readonly edit?: EditDoc;
  readonly detail?: DetailDoc;
  readonly floor?: FloorDoc;
  readonly actions?: Many<ActionDoc>;
  readonly events?: Many<string>;
  readonly access?: AccessDoc;
}
/** The language of objects and blocks as it is written today; texts of before come through `migrations/`. */
export const OBJECT_SCHEMA = 'object/2';
export const BLOCK_SCHEMA = 'block/2';
export type AuditWay = 'save' | 'hand' | 'flow';
/** §2.2 */
export interface ObjectDoc extends ObjectBody {
  readonly $schema: typeof OBJECT_SCHEMA;
  readonly object: string;
  readonly route?: string;
  /** how its documents are audited from the publish on: with the save, by hand, by a flow */
  readonly audit?: AuditWay;
  readonly views?: Many<ViewDoc>;
  readonly import?: Many<ImportDoc>;
  readonly examples?: Many<Json>;
}
/** §2.10: a partial object, or a partial sub-table (`rows columns summary`). */
export interface BlockDoc extends Omit<ObjectBody, 'fields'> {
  readonly $schema: typeof BLOCK_SCHEMA;
  readonly block: string;
  readonly fields?: Many<FieldDoc>;
  readonly rows?: RowsDoc;
  readonly columns?: readonly PlacementDoc[];
  readonly summary?: Many<string>;
}
export interface SettingsDoc {
  readonly $schema: 'settings/1';
  readonly group: string;
  readonly title: string;
  readonly keys: Many<FieldDoc>;
  readonly each?: string;
}
/** What an area has beside its business objects. */
export type AreaDoc = MenusDoc | DictionariesDoc | SettingsDoc | DataDoc;
export type AnyDoc = ObjectDoc | BlockDoc | AreaDoc | ReportDoc | BoardDoc | PrintDoc | FlowDoc;
