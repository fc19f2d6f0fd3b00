/** Shapes of the designer's calls that server and browser must agree on (docs/api.md, the designer). Types only. */
import type { AnyDoc } from './document';
import type { Simulation } from './flow/simulate';
import type { Step, StepConflict, StepDoc } from './steps/index';
import type { Problem } from './value';
import type { ChartData } from './wire';

export type Origin = 'shipped' | 'overlay' | 'own';
export interface TreeDocument {
  /** `<sort>:<code>` */
  readonly id: string;
  readonly sort: string;
  readonly code: string;
  readonly title: string;
  readonly origin: Origin;
  /** newest published version of the organisation; 0 = as shipped, or not published yet */
  readonly version: number;
  /** drafts that change it */
  readonly drafts: readonly string[];
  /** steps of its overlay that no longer fit the shipped text: until somebody decides the shipped value holds */
  readonly conflicts: number;
  /** why it is set aside: published, and it does not resolve any more */
  readonly fault?: string;
}
export interface TreeApp {
  readonly code: string;
  readonly title: string;
  readonly icon: string | null;
  readonly colour: string | null;
  /** users who may edit it; nobody named = everybody with the right */
  readonly owners: readonly string[];
  readonly version: number;
  readonly origin: 'shipped' | 'own';
  readonly mayEdit: boolean;
  /** something of it is published here: a file of it has content */
  readonly exports: boolean;
  readonly documents: readonly TreeDocument[];
}
export interface LibraryDocument {
  readonly id: string;
  readonly sort: string;
  readonly code: string;
  readonly area: string;
  /** what the linter and problems name it by */
  readonly path: string;
  /** canonical; of a shipped document the shipped text */
  readonly text: string;
  /** steps of the organisation over it */
  readonly overlay?: readonly Step[];
}

export interface Draft {
  readonly id: string;
  readonly app: string;
  readonly title: string;
  readonly seq: number;
  readonly by: string | null;
  readonly at: string;
}
export interface DraftStep {
  readonly seq: number;
  readonly user: string;
  readonly userName: string | null;
  readonly gesture: string | null;
  readonly document: string;
  readonly step: Step;
  readonly at: string;
}
/** A step that does not fit what stands by now: keep or drop it. */
export interface DraftConflict {
  readonly seq: number;
  readonly document: string;
  readonly address: string;
  readonly step: Step;
  readonly text: string;
}
export interface Taken {
  readonly seq: number;
  /** steps of others (and own ones of another window) since the caller's seq */
  readonly others: readonly DraftStep[];
  /** numbers of the sent steps that were taken, with the seq they got */
  readonly taken: readonly { readonly n: number; readonly seq: number }[];
  readonly conflicts: readonly (Omit<DraftConflict, 'seq'> & { readonly n: number })[];
}
/** A document of a draft: as it was published (`base`), and as the draft has it (`doc`). */
export interface OpenedDocument {
  readonly id: string;
  readonly sort: string;
  readonly code: string;
  readonly area: string;
  readonly path: string;
  readonly origin: Origin;
  readonly version: number;
  readonly base: StepDoc;
  readonly doc: StepDoc;
  readonly overlay?: {
    readonly shipped: AnyDoc;
    readonly steps: readonly Step[];
    /** steps that do not fit the shipped text of now, by their place among these */
    readonly conflicts: readonly StepConflict[];
  };
}
/** A problem of a document; `path` is an address in it. */
export interface DesignProblem extends Problem {
  readonly document: string;
}

export interface PlanStep {
  readonly kind: string;
  readonly table: string;
  readonly text: string;
  /** rows that hold something there */
  readonly count?: number;
}
/** A record that stands in the way, as its reader may see it. */
export interface AskedRow {
  readonly id: string;
  readonly title: string;
  readonly value: string;
}
/**
 * A new required field over data: filled, or required of new documents only. A type that cannot hold what is there: kept in a hidden
 * column, or emptied.
 */
export interface Question {
  readonly document: string;
  readonly address: string;
  readonly title: string;
  readonly count: number;
  readonly text: string;
  readonly ways: readonly ('fill' | 'new' | 'keep' | 'empty')[];
  readonly default?: string | number | boolean;
  /** some of the records it is about; absent = the reader may not see them */
  readonly rows?: readonly AskedRow[];
  /** address of the list that shows them */
  readonly list?: string;
  /** the values that would be lost as they stand now: an answer about others is none */
  readonly mark?: string;
}
export interface Told {
  readonly document: string;
  readonly address: string;
  readonly text: string;
}
export interface TablePlan {
  readonly steps: readonly PlanStep[];
  readonly questions: readonly Question[];
  readonly refused: readonly Told[];
  /** fields that are hidden for 30 days */
  readonly hidden: readonly Told[];
}
export interface Impact {
  /** scheme and columns are rows of people; the others documents */
  readonly sort: string;
  readonly code: string;
  readonly title: string;
  /** where it names the field, '' for rows */
  readonly address: string;
  readonly field: string;
  readonly text: string;
  /** stands in the way of a publish */
  readonly blocks: boolean;
}
export interface DocumentWords {
  readonly document: string;
  readonly title: string;
  readonly words: readonly string[];
}
export interface PublishPlan extends TablePlan {
  readonly problems: readonly DesignProblem[];
  readonly impact: readonly Impact[];
  readonly words: readonly DocumentWords[];
  /** why it cannot be published as it is; '' = it can */
  readonly refusal: string;
  /** nothing would change */
  readonly empty: boolean;
  /** of a roll back: what is to be agreed to */
  readonly confirm?: string;
  /** of a roll back: the newest version, from which it goes back */
  readonly current?: number;
}
export type Answer =
  | { readonly fill: string | number | boolean }
  | { readonly required: 'new' }
  /** `mark` of the question: without it nothing is emptied, with that of other values it is asked again */
  | { readonly lost: 'keep' | 'empty'; readonly mark?: string };
/** by document and address */
export type Answers = { readonly [document: string]: { readonly [address: string]: Answer } };
export interface Published {
  readonly versions: readonly { readonly id: string; readonly version: number }[];
  readonly steps: readonly string[];
  readonly later: readonly string[];
}

/** What becomes of a document of a package that is another here: left, merged (ours holds where both changed), replaced. */
export type ImportPolicy = 'skip' | 'merge' | 'replace';
export interface ImportRow {
  readonly id: string;
  readonly title: string;
  /** new, same as here, other here */
  readonly state: 'new' | 'same' | 'conflict';
  readonly policy: ImportPolicy;
  /** of a merge: what both sides changed, where ours holds */
  readonly conflicts: readonly string[];
}
/** An app that came as files: looked at, or published. */
export interface Imported {
  readonly app: string;
  readonly title: string;
  readonly rows: readonly ImportRow[];
  readonly plan?: PublishPlan;
  /** texts the plan asks about */
  readonly asked?: { readonly [document: string]: AnyDoc };
  readonly published?: Published;
}

/** A cell of `preview`: the numbers of a chart over the draft's reports, or why there are none. */
export interface PreviewAnswer {
  readonly key: string;
  readonly code: number;
  readonly msg?: string;
  readonly data?: ChartData;
}
/** Records that hold a code of a dictionary. */
export interface CodeUsage {
  readonly code: string;
  /** 「采购订单」单据状态 */
  readonly place: string;
  readonly rows: number;
}
/** A dataset of getFirstTreeData: what of it the caller may see. */
export interface Dataset {
  readonly dataset: string;
  readonly title: string;
  readonly fields: readonly DatasetField[];
}
export interface DatasetField {
  readonly code: string;
  readonly title: string;
  readonly role: 'dim' | 'time' | 'measure';
  readonly unit?: string;
}

/** Whom a flow may name: users by login, roles by code, departments by id. */
export interface FlowPeople {
  readonly users: readonly { readonly code: string; readonly name: string; readonly dept: string }[];
  readonly roles: readonly { readonly code: string; readonly name: string; readonly members: number }[];
  readonly depts: readonly { readonly code: string; readonly name: string }[];
}

/** The path a document would take through a flow, with the names of those it would ask; or why it may not begin. */
export type FlowSimulation =
  | { readonly refusal: string }
  | (Exclude<Simulation, { readonly refusal: string }> & { readonly flow: string; readonly title: string });

/** A column of a declared table, and the field it fills. */
export interface SyncMap {
  readonly column: string;
  readonly field: string;
}
export interface SyncColumn {
  readonly name: string;
  /** as the database says it: `numeric(12,4)` */
  readonly type: string;
  readonly comment: string | null;
  readonly key: boolean;
}
export interface SyncResult {
  readonly inserted: number;
  readonly updated: number;
  readonly same: number;
  readonly failed: number;
  readonly text: string;
  readonly messages: readonly string[];
}
/** How rows of a table the installation declares become records of an object. */
export interface SyncTable {
  readonly id: string;
  readonly name: string;
  readonly connection: string;
  readonly tableName: string;
  readonly target: string;
  readonly keyColumns: readonly string[];
  readonly watermark: string | null;
  readonly map: readonly SyncMap[];
  /** minutes */
  readonly every: number;
  /** what the table has no more: 0 stays, 1 is switched off */
  readonly deleteRule: '0' | '1';
  readonly isDisabled: boolean;
  readonly version: number;
  readonly lastRun: string | null;
  readonly lastResult: SyncResult | null;
}
export type SyncListed = Partial<Omit<SyncTable, 'id'>> & {
  /** null = declared and not synced yet */
  readonly id: string | null;
  readonly name: string;
  /** 10 this database, 20 another one */
  readonly source: string;
  readonly connection: string;
  readonly tableName: string;
};
export interface SyncDetail {
  readonly table: string;
  readonly connection: string;
  readonly columns: readonly SyncColumn[];
  readonly map: readonly SyncMap[];
  readonly sync?: SyncTable;
}
