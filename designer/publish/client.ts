/** Calls of publishing (docs/api.md, the designer). Refusals are the caller's to show. */
import { http } from '../../runtime/data/http';
import { newToken } from '../../runtime/data/ids';
import type { StepDoc } from '../../schemas/language/steps/index';

export interface PlanStep {
  readonly kind: string;
  readonly table: string;
  readonly text: string;
  readonly count?: number;
}
export interface Question {
  readonly document: string;
  readonly address: string;
  readonly title: string;
  readonly count: number;
  readonly text: string;
  readonly ways: readonly ('fill' | 'new')[];
  readonly default?: string | number | boolean;
}
export interface Told {
  readonly document: string;
  readonly address: string;
  readonly text: string;
}
export interface Impact {
  readonly sort: string;
  readonly code: string;
  readonly title: string;
  readonly address: string;
  readonly field: string;
  readonly text: string;
  readonly blocks: boolean;
}
export interface PlanProblem {
  readonly document: string;
  readonly code: string;
  readonly path: string;
  readonly text: string;
  readonly level?: 'error' | 'warn';
}
export interface Plan {
  readonly steps: readonly PlanStep[];
  readonly questions: readonly Question[];
  readonly refused: readonly Told[];
  readonly hidden: readonly Told[];
  readonly impact: readonly Impact[];
  readonly words: readonly { readonly document: string; readonly title: string; readonly words: readonly string[] }[];
  readonly problems: readonly PlanProblem[];
  /** why it cannot be published as it is; '' = it can */
  readonly refusal: string;
  readonly empty: boolean;
  /** of a roll back: what is to be agreed to */
  readonly confirm?: string;
}
export interface Version {
  readonly version: number;
  readonly note: string;
  readonly by: string;
  readonly at: string;
  readonly isGone: boolean;
  readonly isCurrent: boolean;
}
export interface Comparison {
  readonly from: StepDoc;
  readonly to: StepDoc;
}
export type Answer = { readonly fill: string | number | boolean } | { readonly required: 'new' };
export type Answers = { readonly [document: string]: { readonly [address: string]: Answer } };
export interface Published {
  readonly versions: readonly { readonly id: string; readonly version: number }[];
}

const call = <T>(name: string, body: object): Promise<T> => http.post(`/lcdp/design/${name}`, body, { quiet: true });

export const publishClient = {
  plan: (draft: string, answers: Answers): Promise<Plan> => call('plan', { draft, answers }),
  publish: (
    body: { readonly draft: string; readonly seq?: number; readonly note: string; readonly answers: Answers },
    token: string,
  ): Promise<Published> => call('publish', { ...body, token }),
  versions: (document: string): Promise<readonly Version[]> => call('versions', { document }),
  compare: (body: {
    readonly document: string;
    readonly from: number;
    readonly to?: number;
    readonly draft?: string;
  }): Promise<Comparison> => call('compare', body),
  tryRollback: (document: string, version: number): Promise<Plan> =>
    call('rollback', { document, version, dryRun: true, token: newToken() }),
  rollback: (document: string, version: number, note: string, token: string): Promise<Published> =>
    call('rollback', { document, version, note, accept: true, token }),
};
