/** Shapes of answers that server and browser must agree on (docs/api.md). Types only. */

/** `field` is a path without row ids; numbers stay numbers, everything else is a text for people, null is empty. */
export interface ShownChange {
  readonly field: string;
  readonly title: string;
  readonly before: string | number | null;
  readonly after: string | number | null;
}
export interface HistoryEntry {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly title: string;
  readonly changes: readonly ShownChange[];
  /** changes beyond those listed */
  readonly more?: number;
}
export interface History {
  readonly records: readonly HistoryEntry[];
  readonly total: number;
  readonly current: number;
  readonly size: number;
}

/** What the files of a record come with. */
export interface FileTerms {
  readonly save: boolean;
  /** who looks at it, written into its pages; null = no mark */
  readonly mark: string | null;
}

/** A day of a month as the block monthCalendar draws it. */
export interface CalendarDay {
  readonly date: string;
  readonly netMin: number;
  readonly shifts: readonly {
    readonly name: string;
    readonly color: string;
    readonly from: string;
    readonly to: string;
    readonly netMin: number;
  }[];
  /** what was entered for the day, the nearest calendar first: code and title of the dictionary calendarEntryKind */
  readonly entries: readonly { readonly kind: string; readonly title: string; readonly reason: string }[];
}

/** A value as it is read: numbers stay numbers, nothing is null. */
export type ShownText = string | number | null;
export interface ComparedLine {
  readonly field: string;
  readonly title: string;
  readonly left: ShownText;
  readonly right: ShownText;
  readonly changed: boolean;
}
export interface ComparedRow {
  readonly mark: 'same' | 'changed' | 'added' | 'gone';
  /** one value a column; absent where the version has no such row */
  readonly left?: readonly ShownText[];
  readonly right?: readonly ShownText[];
}
/** Two versions of a thing side by side (`compare`). */
export interface Comparison {
  readonly versions: readonly {
    readonly id: string;
    readonly revision: string;
    readonly state: ShownText;
    readonly from: ShownText;
  }[];
  readonly left: string;
  readonly right: string;
  readonly head: readonly ComparedLine[];
  readonly tables: readonly {
    readonly sub: string;
    readonly title: string;
    readonly columns: readonly { readonly field: string; readonly title: string }[];
    readonly rows: readonly ComparedRow[];
  }[];
}

/** A search scheme (specification §3), with where it comes from. */
export interface Scheme<Content> {
  /** `<uuid>`, `r:<uuid>` of a role, `s:<code>` shipped */
  readonly id: string;
  readonly name: string;
  readonly content: Content;
  readonly isDefault: 0 | 1;
  readonly type: string;
  readonly from: 'personal' | 'role' | 'shipped' | 'shared' | 'temporary';
  readonly readonly: boolean;
  readonly version?: number;
  readonly role?: string;
  /** holds a condition this user may not use: it cannot be applied before it is mended */
  readonly broken?: true;
}

/** What is wrong with a workbook: the number of the row in it, the title of the column ('' = of the whole line). */
export interface ImportProblem {
  readonly row: number;
  readonly column: string;
  readonly text: string;
}
/** What an import would do, or has done (language §12.3). */
export interface ImportAnswer {
  /** lines of the file */
  readonly rows: number;
  /** lines without errors */
  readonly passed: number;
  /** records they make or change */
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly failed: number;
  readonly errors: readonly ImportProblem[];
  readonly warnings: readonly ImportProblem[];
  /** the workbook with the errors marked, base64 */
  readonly file?: { readonly name: string; readonly content: string };
}

export type Numbers = Readonly<Record<string, number | null>>;
export interface ChartDim {
  readonly code: string;
  readonly title: string;
  readonly type: string;
  readonly dict?: string;
  readonly ref?: string;
  readonly grain?: string;
}
export interface ChartMeasure {
  readonly code: string;
  readonly title: string;
  readonly type: string;
  readonly total: string;
  readonly scale?: number;
  readonly suffix?: string;
  readonly better?: 'up' | 'down';
  /** its numbers are codes */
  readonly dict?: string;
}
/** One mark: keys of its dims, their labels, its numbers. */
export interface ChartRow {
  /** keys as the wire carries them: texts, numbers, yes or no */
  readonly k: readonly (string | number | boolean | null)[];
  readonly l: readonly (string | null)[];
  readonly v: Numbers;
  /** the span before */
  readonly p?: Numbers;
  /** everything beyond the top: of the dim `cut` of the chart */
  readonly rest?: true;
}
/** Sums of a table whose last dim is spread over columns: of its rows, of its columns. */
export interface ChartSums {
  readonly rows: readonly ChartRow[];
  readonly columns: readonly ChartRow[];
}
export interface ChartGoal {
  readonly target?: number;
  readonly thresholds?: Readonly<Record<string, readonly [warn: number, good: number]>>;
}
export interface ChartData {
  readonly dims: readonly ChartDim[];
  readonly measures: readonly ChartMeasure[];
  readonly rows: readonly ChartRow[];
  readonly total: Numbers;
  readonly before?: Numbers;
  /** place of the dim whose smaller values are one row (`rest`) */
  readonly cut?: number;
  /** the last dim stands in columns */
  readonly sums?: ChartSums;
  readonly asOf: string;
  readonly note?: string;
  /** what the KPI named by `target` aims at: laid over the keys of the chart */
  readonly goal?: ChartGoal;
  readonly drill: boolean;
  /** its marks lead to a page that the reader may not open */
  readonly barred?: true;
  /** the reader may have the numbers as a workbook */
  readonly exports?: true;
  /** object whose changes change these numbers, when the viewer may watch it */
  readonly live?: string;
}

/** What the numbers of a chart mean: where they come from, how each is counted, what narrows them. */
export interface ChartMeaning {
  readonly report: string;
  readonly title: string;
  readonly measures: readonly { readonly code: string; readonly title: string; readonly of?: string }[];
  /** conditions of the report and of the chart, in words */
  readonly where: readonly string[];
}

/** A KPI as a number: what it is compared with, and how good it is by its two limits. */
export interface KpiData {
  readonly code: string;
  readonly title: string;
  readonly value: number | null;
  readonly before?: number | null;
  readonly suffix?: string;
  readonly scale: number;
  readonly better?: 'up' | 'down';
  readonly tone?: 'success' | 'warning' | 'danger';
  readonly warn?: number;
  readonly good?: number;
  readonly asOf: string;
}

/** A place in the tree in which roles get their functions: a directory of the menu, or a page with what may be done there. */
export interface GrantNode {
  readonly id: string;
  readonly parent: string | null;
  readonly title: string;
  readonly functions: readonly GrantFunction[];
  /** titles of the field groups its objects hold */
  readonly groups?: readonly string[];
}
export interface GrantFunction {
  readonly code: string;
  readonly title: string;
  /** the asker does not hold it himself, so he cannot give it */
  readonly locked?: true;
}

/** What a user, or one who had nothing but a role, may do: each function with the roles it comes from and the rows it reaches. */
export interface GrantPreview {
  /** everything: roles are not looked at */
  readonly super: boolean;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly functions: readonly { readonly code: string; readonly from: string; readonly reach: string }[];
}

/** A sign-in of the caller's account that is not over. */
export interface OwnSession {
  readonly id: string;
  /** code of sessionKind */
  readonly kind: string;
  readonly ip: string;
  readonly client: string;
  readonly startedAt: string;
  readonly lastSeenAt: string | null;
  /** the one that asks */
  readonly current: boolean;
}
/** What people see of themselves. */
export interface Profile {
  readonly name: string;
  readonly loginName: string;
  readonly dept: string;
  readonly roles: readonly string[];
  readonly employee: string;
  /** of the account, in the middle masked */
  readonly mobile: string;
  /** codes can be sent here */
  readonly canChangeMobile: boolean;
  readonly lastLoginAt: string | null;
  readonly sessions: readonly OwnSession[];
  /** the last tries to sign in, whoever made them */
  readonly signIns: readonly OwnSignIn[];
  /** a PIN for the terminals of the floor is set */
  readonly hasPin: boolean;
  /** providers the account signs in with as well */
  readonly binds: readonly OwnBind[];
}
/** How the shell looks to somebody, as he set it (GET /sys/user/own). */
export interface OwnLook {
  readonly nickName: string | null;
  /** id of the picture */
  readonly avatar: string | null;
  /** 1 narrow, 2 as shipped, 3 wide */
  readonly tableSize: 1 | 2 | 3;
  /** what a sign-in opens; null = the home page */
  readonly homeUrl: string | null;
}
/** A search scheme of the caller's own (GET /searchScheme/mine). */
export interface OwnScheme {
  readonly id: string;
  readonly name: string;
  /** code and title of its page */
  readonly type: string;
  readonly page: string;
  readonly isDefault: boolean;
}
export interface OwnSignIn {
  readonly at: string;
  readonly ip: string;
  readonly client: string;
  readonly ok: boolean;
  /** why it failed */
  readonly msg: string;
}
export interface OwnBind {
  readonly id: string;
  /** 10 DingTalk */
  readonly kind: string;
  readonly boundAt: string;
}
