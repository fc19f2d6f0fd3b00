/** Shapes of the home page's calls (docs/api.md, Home). Types only. */
import type { KpiData } from '../wire';
import type { HomeCell } from './layout';

/** dictionary of kinds (10 §3) */
export type HomeKind = 10 | 20 | 30 | 40 | 50 | 60;
/** A card the user may have on his home page, with the size it comes in. */
export interface HomeCardInfo {
  /** `myTask`, `waiting:<page>.<scheme>`, `kpi:<report>.<kpi>`, `chart:<board>.<cell>`, `list:<page>.<scheme>`, `shortcut`, `recentDoc`, `newsTop` */
  readonly card: string;
  readonly kind: HomeKind;
  readonly title: string;
  /** where it comes from, in words */
  readonly from?: string;
  readonly w: number;
  readonly h: number;
  readonly minW: number;
  readonly minH: number;
  /** right it takes to see it */
  readonly right?: string;
  /** page it opens */
  readonly page?: string;
  readonly scheme?: string;
  /** of a chart: the cell of the board `page` */
  readonly cell?: string;
  /** POST /home/cards answers it; the others ask elsewhere for what they draw */
  readonly asks?: true;
}
export interface HomePlan {
  /** null = the shipped one */
  readonly id: string | null;
  readonly name: string;
  readonly allowPersonal: boolean;
}
/** The shift somebody is in, `HH:mm`. */
export interface ShiftNow {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}
/** A record the search of the top bar found. */
export interface FoundRecord {
  readonly page: string;
  readonly id: string;
  readonly label: string;
  /** title of the page */
  readonly title: string;
  /** the text is its label, its code, or what is printed on it */
  readonly isExact?: true;
}
export interface HomeAnswer {
  readonly plan: HomePlan;
  /** the cells are the user's own */
  readonly isPersonal: boolean;
  /** of the personal layout; 0 = none yet */
  readonly version: number;
  readonly cells: readonly HomeCell[];
  readonly cards: readonly HomeCardInfo[];
  /** of the caller's calendar; absent outside of one */
  readonly shift?: ShiftNow;
}

/** Rows that wait for the user behind a scheme of a list. */
export interface Waiting {
  readonly page: string;
  readonly scheme: string;
  readonly title: string;
  readonly total: number;
  readonly capped?: boolean;
}
/** A document somebody had open lately. */
export interface Recent {
  readonly page: string;
  readonly id: string;
  readonly label: string;
  /** title of the page */
  readonly title: string;
}
/** News somebody was sent, as its message says it. */
export interface TopNews {
  /** of the message */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** when it was published */
  readonly at: string;
  readonly isRead: boolean;
  readonly isTop?: true;
}
/** What modules warn of, in the rows of who asks. */
export interface Warnings {
  readonly total: number;
  readonly items: readonly {
    readonly type: string;
    readonly title: string;
    readonly count: number;
    /** 1 提示, 2 一般, 3 严重, 4 紧急 */
    readonly level: 1 | 2 | 3 | 4;
    readonly url: string;
  }[];
}
export type HomeCardData =
  | { readonly tasks: readonly Waiting[] }
  | { readonly docs: readonly Recent[] }
  /** pages most used first */
  | { readonly pages: readonly string[] }
  | { readonly news: readonly TopNews[] }
  | { readonly total: number; readonly capped?: boolean }
  | { readonly warnings: Warnings['items'] }
  | { readonly kpi: KpiData };
/** One card's answer; one that fails says so and holds nobody up. */
export type HomeCardAnswer = { readonly card: string; readonly asOf: string } & (
  | { readonly data: HomeCardData }
  | { readonly msg: string }
);
