/** Calls of charts: numbers of a cell, and the rows behind one of its marks. */

import type { Json } from '../../schemas/language/value';
import type { ChartData, ChartMeaning } from '../../schemas/language/wire';
import { HttpError, http } from '../data/http';
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
  drill: (report: string, body: Readonly<Record<string, Json>>): Promise<Drill> =>
    http.post(`/lcdp/data/${encodeURIComponent(report)}/drill`, body),
};
export interface Drill {
  readonly page: string;
  readonly title: string;
  readonly route?: string;
  readonly where: string;
  readonly tree?: Json;
  readonly says: string;
}
