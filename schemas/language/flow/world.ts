/** What the engine asks of its surroundings. All answers are there before the engine runs; the server loads them, the designer too. */
import type { WorkCalendar } from './calendar';
import type { KeyText } from './state';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly dept: string | null;
  readonly isDisabled?: boolean;
}
export interface Directory {
  person(user: string): Person | undefined;
  /** user of a login name */
  login(name: string): string | undefined;
  role(code: string): { readonly title: string; readonly users: readonly string[] };
  rolesOf(user: string): readonly string[];
  dept(
    id: string,
  ): { readonly title: string; readonly parent: string | null; readonly head: string | null } | undefined;
  superior(user: string): string | null;
  teamLeader(user: string): string | null;
  /** superusers of the organisation: the last to be asked */
  supers(): readonly string[];
  /** agent while a delegation of this flow holds; never chained */
  agent(user: string): string | undefined;
}
export interface FlowDocument {
  readonly title: string;
  readonly creator: string;
  readonly dept: string | null;
  /** its audit posts stock or pay */
  readonly isPosting: boolean;
  users(path: string): readonly string[];
  depts(path: string): readonly string[];
  /** date or moment in a field */
  day(path: string): string | null;
  keys(): readonly KeyText[];
  fieldTitle(path: string): string;
}
export interface FlowFacts {
  readonly starter: string;
  readonly round: number;
  readonly startAt: string;
  readonly dept: string | null;
}
export interface FlowWorld {
  readonly now: string;
  readonly people: Directory;
  readonly document: FlowDocument;
  readonly calendar: WorkCalendar;
  /** audit.self of the document, flow.autoPass, flow.maxRounds */
  readonly settings: { readonly self: boolean; readonly autoPass: boolean; readonly maxRounds: number };
  /** a condition of the flow over document, starter and instance */
  test(when: string, facts: FlowFacts): boolean;
}
