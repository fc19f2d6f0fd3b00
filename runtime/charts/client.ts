/** Calls of charts: numbers of a cell, and the rows behind one of its marks. */

import type { Json } from '../../schemas/language/value';
import type { ChartData, ChartMeaning } from '../../schemas/language/wire';
import type { TreeApp } from '../../schemas/language/wire-design';
import { HttpError, http } from '../data/http';
import { newToken } from '../data/ids';
import type { CellAsk } from './types';

interface CellAnswer {
  readonly key: string;
  readonly code: number;
  readonly msg?: string;
  readonly data?: ChartData;
}
export const chartClient = {
  async cell(ask: CellAsk & { readonly fresh?: boolean }, signal?: AbortSignal): Promise<ChartData> {
    const options = { quiet: true, ...(signal === undefined ? {} : { signal }) };
    const [answer] = await http.post<readonly CellAnswer[]>(
      '/chartdesign/query',
      { cells: [{ key: 'a', ...ask }] },
      options,
    );
    if (answer?.code !== 200 || answer.data === undefined)
      throw new HttpError(answer?.code ?? 0, answer?.msg ?? '数据加载失败');
    return answer.data;
  },
  /** its numbers as a workbook */
  sheet: (title: string, ask: CellAsk): Promise<unknown> => http.download('/chartdesign/export', { title, ...ask }),
  meaning: (ask: CellAsk, signal: AbortSignal): Promise<ChartMeaning> =>
    http.post('/chartdesign/meaning', ask, { quiet: true, signal }),
  /** boards the reader may put charts into */
  async boards(): Promise<readonly BoardChoice[]> {
    const { apps } = await http.post<Tree>('/lcdp/design/tree', {}, { quiet: true });
    return apps.flatMap(({ title, mayEdit, documents }) =>
      mayEdit
        ? documents.flatMap((eachDocument) =>
            eachDocument.sort === 'board' ? [{ id: eachDocument.id, title: eachDocument.title, app: title }] : [],
          )
        : [],
    );
  },
  /** what is asked becomes a cell of a board's draft */
  keep: (body: {
    readonly title: string;
    readonly cell: CellAsk;
    readonly board?: string;
    readonly boardTitle?: string;
  }): Promise<{ readonly document: string }> =>
    http.post('/lcdp/design/charts/keep', { ...body, token: newToken() }, { quiet: true }),
  drill: (report: string, body: Readonly<Record<string, Json>>): Promise<Drill> =>
    http.post(`/lcdp/data/${encodeURIComponent(report)}/drill`, body),
};
export interface BoardChoice {
  /** `board:demoBoard` */
  readonly id: string;
  readonly title: string;
  readonly app: string;
}
interface Tree {
  readonly apps: readonly Pick<TreeApp, 'title' | 'mayEdit' | 'documents'>[];
}
export interface Drill {
  readonly page: string;
  readonly title: string;
  readonly route?: string;
  readonly where: string;
  readonly tree?: Json;
  readonly says: string;
}
