/** Calls of publishing (docs/api.md, the designer). Refusals are the caller's to show. */

import { http } from '../../runtime/data/http';
import { newToken } from '../../runtime/data/ids';
import type { StepDoc } from '../../schemas/language/steps/index';
import type { Answers, Imported, ImportPolicy, Published, PublishPlan } from '../../schemas/language/wire-design';

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

export interface Package {
  /** the zip in base64 */
  readonly content: string;
  readonly policy: { readonly [document: string]: ImportPolicy };
  readonly answers: Answers;
}

const call = <T>(name: string, body: object): Promise<T> => http.post(`/lcdp/design/${name}`, body, { quiet: true });

export const publishClient = {
  plan: (draft: string, answers: Answers): Promise<PublishPlan> => call('plan', { draft, answers }),
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
  tryRollback: (document: string, version: number, answers: Answers): Promise<PublishPlan> =>
    call('rollback', { document, version, answers, dryRun: true, token: newToken() }),
  rollback: (
    body: {
      readonly document: string;
      readonly version: number;
      /** the version it was asked about */
      readonly current?: number;
      readonly note: string;
      readonly answers: Answers;
    },
    token: string,
  ): Promise<Published> => call('rollback', { ...body, accept: true, token }),
  /** saves what is published of an app as a file */
  exportApp: (app: string): Promise<unknown> => http.download('/lcdp/design/package/export', { app }, { quiet: true }),
  checkPackage: (body: Package): Promise<Imported> => call('package/check', body),
  importPackage: (body: Package, token: string): Promise<Imported> => call('package/import', { ...body, token }),
};
