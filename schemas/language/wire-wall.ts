/** What `GET /screen/data` answers (docs/api/screens.md). */
export interface WallAnswer {
  readonly board: string;
  readonly title: string;
  readonly orgName: string;
  readonly theme: string;
  readonly refreshSec: number;
  readonly carousel: boolean;
  readonly pageSec: number;
  readonly pageSize: number;
  readonly notice: string;
  readonly targets: Targets;
  readonly blocks: readonly WallBlock[];
  /** factory time */
  readonly asOf: string;
  readonly span: Span;
  /** of boards that show one device at a time: which of how many */
  readonly turn?: { readonly page: number; readonly pages: number };
  /** by block; null = it failed */
  readonly data: Readonly<Record<string, unknown>>;
}
export interface WallBlock {
  readonly code: string;
  readonly title: string;
}
export type Targets = Readonly<Record<string, { readonly target: number; readonly warn: number | null }>>;
/** seconds since 1970 */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly shift: string | null;
}
export interface Kpi {
  readonly devices: number;
  readonly running: number;
  readonly utilisation: number | null;
  readonly oee: number | null;
  readonly passRate: number | null;
  readonly number: number;
  readonly stopHours: number;
}
export interface Strip {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly state: number | null;
  /** seconds since 1970 */
  readonly parts: readonly (readonly [from: number, to: number, state: number])[];
  readonly utilisation: number | null;
  readonly oee: number | null;
  readonly number: number;
  readonly stopMin: number;
}
export type Ranked = Pick<Strip, 'id' | 'code' | 'name' | 'utilisation'>;
export interface LongStop {
  readonly code: string;
  readonly state: number;
  readonly from: number;
  readonly minutes: number;
  readonly reason: string | null;
  readonly open: boolean;
}
export interface StateCount {
  readonly state: number;
  readonly count: number;
  readonly share: number | null;
}
export interface StateHours {
  readonly state: number;
  readonly hours: number;
}
export interface UnitUse {
  readonly unit: string;
  readonly utilisation: number | null;
}
export interface Tile {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly state: number | null;
  /** factory time */
  readonly since: string | null;
  readonly order: string | null;
  readonly material: string | null;
  readonly employee: string | null;
  readonly number: number;
  readonly plan: number | null;
  readonly param: {
    readonly name: string;
    readonly value: string;
    readonly stale: boolean;
    readonly isOut: boolean;
  } | null;
  readonly alarm: { readonly level: number; readonly text: string } | null;
}
export interface OpenWarning {
  readonly device: string;
  readonly level: number;
  readonly text: string;
  readonly openAt: string | null;
}
export interface StopShare {
  readonly reason: string;
  readonly minutes: number;
  /** of all, this one and those before it, percent */
  readonly cumulative: number | null;
}
export interface Idle {
  readonly code: string;
  readonly state: number;
  readonly minutes: number;
}
/** `GET /screen/init` */
export interface ScreenInit {
  readonly orgName: string;
  readonly serverTime: number;
  /** changes when its configuration does */
  readonly version: string;
}
