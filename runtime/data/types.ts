/** Answers of the calls as the browser reads them (language §12.3). */

import type { Upward } from '../../schemas/language/conformed';
import type { Many, Tone } from '../../schemas/language/document';
import type {
  FieldType,
  ObjectType,
  Placement,
  ResolvedDict,
  ResolvedField,
  ResolvedObject,
  ServerFunctionType,
} from '../../schemas/language/resolved';
import type { ResolvedBoard, ResolvedReport } from '../../schemas/language/resolved-report';
import type { Json, Problem, Value } from '../../schemas/language/value';
import type { ShownChange } from '../../schemas/language/wire';

/** GET /lcdp/apppage/getPageItem */
export interface PageItem {
  readonly page: {
    readonly code: string;
    readonly title: string;
    readonly route?: string;
    readonly sort: string;
    readonly object: string;
  };
  /** the resolved document of the page's view, fields that are not granted removed */
  readonly schema: ResolvedObject;
  /** the objects its expressions and pickers hop to */
  readonly types: Many<ObjectType>;
  /** server functions and settings that its expressions name */
  readonly functions?: Many<ServerFunctionType>;
  readonly settings?: Many<FieldType>;
  /** function codes of this object that the user holds */
  readonly rights: readonly string[];
  readonly dicts: readonly string[];
  /** lists that stand as tabs of this one and are the user's */
  readonly tabs?: readonly { readonly page: string; readonly title: string }[];
  readonly version: string;
  /** pages of sort report and board */
  readonly report?: ReportItem;
  readonly board?: BoardItem;
}
/** A report as the browser has it: without its source, measures and charts of closed groups removed. */
export type ReportItem = Omit<ResolvedReport, 'object' | 'where'>;
export interface BoardItem extends Omit<ResolvedBoard, 'search'> {
  /** a search field with the dim or parameter it is */
  readonly search: readonly (Placement & { readonly shows?: ResolvedField })[];
  readonly reports: Many<{
    readonly title: string;
    readonly dims: readonly string[];
    readonly params: readonly string[];
    readonly route?: string;
    /** what it is searched by through a dim of it: 车间 through the equipment */
    readonly up?: Many<Upward>;
  }>;
}
export type Dictionaries = Many<ResolvedDict>;

/** A record on the wire: field codes, `xId` beside `x` for references, hop columns under their path, keys that begin with `_`. */
export interface WireRow {
  readonly id: string;
  readonly version?: number;
  readonly _actions?: readonly string[];
  readonly _lock?: string;
  readonly $isDisabled?: boolean;
  /** of a tree: stands above what was found, was not found itself */
  readonly $above?: boolean;
  readonly [key: string]: Json | undefined;
}
/** children of a row in a tree or a grouped report */
export const childrenOf = (row: WireRow): readonly WireRow[] =>
  Array.isArray(row.children) ? (row.children as readonly unknown[] as readonly WireRow[]) : [];
/** values of referenced records that the form's expressions need: object → id → field → value, `label` among them */
export type Hops = Many<Many<Many<Json>>>;
export interface WireRecord extends WireRow {
  readonly _hop?: Hops & Json;
  /** fields, and columns of rows, that the node of the reader's task keeps from him */
  readonly _hidden?: readonly string[];
}

export type SearchValues = Readonly<Record<string, Json>>;
export interface ListBody {
  readonly current: number;
  readonly size: number;
  readonly search?: SearchValues;
  /** condition as text (language §5.8) */
  readonly where?: string;
  /** condition of the address: a tree, or `~<id>` */
  readonly q?: Json;
  readonly scheme?: string;
  readonly node?: { readonly field: string; readonly id: string };
  readonly params?: SearchValues;
  readonly sort?: string;
  readonly columns?: readonly string[];
  readonly ids?: readonly string[];
  /** one level of a tree: `top`, or the rows directly below a record; they say `leaf` */
  readonly level?: string;
  /** of a tree: also the rows above those that were found, marked `$above` */
  readonly path?: true;
}
/** a column that came with the rows (marker `$slots`) */
export interface SlotColumn {
  readonly code: string;
  readonly title: string;
  readonly tip?: string;
  readonly tone?: Tone;
}
export interface ListPageData {
  readonly records: readonly WireRow[];
  /** counted to a cap: `capped` means "or more" */
  readonly total: number;
  readonly capped?: boolean;
  readonly current: number;
  readonly size: number;
  readonly summary?: Many<Value>;
  readonly slots?: readonly SlotColumn[];
  /** fields whose columns are left out this time */
  readonly off?: readonly string[];
}

export interface Target {
  readonly id: string;
  readonly version?: number;
  readonly rows?: readonly { readonly id: string; readonly ask?: Many<Json> }[];
}
export interface ActBody {
  readonly targets: readonly Target[];
  readonly record?: WireRecord;
  readonly ask?: Many<Json>;
  readonly accept?: readonly string[];
  readonly schema?: string;
  readonly token: string;
}
/** A record of several that was refused, by its title. */
export interface FailedRow {
  readonly id: string;
  readonly label?: string;
  readonly text: string;
}
/** What an action answers; which keys are there follows from the action. */
export interface ActData {
  readonly done?: readonly string[];
  readonly failed?: readonly FailedRow[];
  readonly record?: WireRecord;
  readonly records?: readonly WireRecord[];
  readonly created?: readonly {
    readonly object: string;
    readonly title?: string;
    readonly id: string;
    readonly label?: string;
    readonly nbr?: string;
  }[];
  readonly lines?: readonly WireRow[];
  readonly [key: string]: unknown;
}
/** what an action would change (`preview/…`) */
export interface PreviewRecord {
  readonly id: string;
  readonly label: string;
  readonly shown: readonly ShownChange[];
}
export interface SaveBody {
  readonly record: Json | WireRecord;
  readonly schema?: string;
  readonly token: string;
  readonly accept?: readonly string[];
}
export interface SaveData {
  readonly id: string;
  readonly version: number;
  readonly record: WireRecord;
}
export interface Usage {
  readonly object: string;
  readonly title: string;
  readonly count: number;
  /** there are more than `count` */
  readonly capped?: boolean;
  /** only of lists the user may view */
  readonly url?: string;
  /** key of the search of that list that finds them */
  readonly search?: string;
}
/** a document whose lines may be taken: its page and the action that passes them on */
export interface Pull {
  readonly page: string;
  readonly action: string;
  readonly title: string;
}
/** a reason in words, and the values behind it */
export interface WhyReason {
  readonly text: string;
  readonly facts: readonly string[];
}
export interface WhyData {
  readonly last: { readonly title: string; readonly by: string; readonly at: string } | null;
  readonly reasons: readonly WhyReason[];
  readonly actions: readonly {
    readonly code: string;
    readonly title: string;
    readonly reasons: readonly WhyReason[];
  }[];
}
/** `data` of a 203 (language §6.4) */
export interface Refusal {
  readonly rule?: string;
  readonly terms?: Many<Json>;
  readonly ways?: readonly {
    readonly title: string;
    readonly action?: string;
    readonly page?: string;
    readonly with?: Many<Json>;
  }[];
  readonly problems?: readonly Problem[];
  readonly rows?: readonly { readonly id: string; readonly text: string }[];
  readonly warnings?: readonly Problem[];
  /** where a record is used that was not deleted */
  readonly usage?: readonly Usage[];
  readonly current?: WireRecord;
  readonly changed?: readonly { readonly field: string; readonly by: string; readonly at: string }[];
}
export interface PickBody {
  readonly record?: Json | WireRecord;
  /** in a dialog: the answers so far; `record` is what it is about, `row` the chosen row of that */
  readonly ask?: Json;
  readonly row?: string;
  readonly search?: string;
  readonly current?: number;
  readonly size?: number;
  /** labels of known ids, whatever the condition says */
  readonly ids?: readonly string[];
  /** at most 500: records that one of them names whole, each with those `$texts` */
  readonly texts?: readonly string[];
  readonly node?: string;
  /** which of these (at most 500) the condition offers now */
  readonly among?: readonly string[];
  /** ids the user took last: those that may be taken now come first, marked `$recent` */
  readonly recent?: readonly string[];
  /** of a search or condition: every record, whatever a form would allow */
  readonly filter?: boolean;
}
export interface PickRow extends WireRow {
  readonly label: string;
  readonly $texts?: readonly string[];
}
export interface PickData {
  readonly records: readonly PickRow[];
  readonly total: number;
  readonly _hop?: Hops;
}
export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly leaf?: boolean;
  readonly count?: number;
  readonly parentId?: string | null;
  readonly children?: readonly TreeNode[];
}
export interface CascadeOption {
  readonly value: string;
  readonly label: string;
  readonly leaf?: boolean;
  readonly disabled?: boolean;
}
