/** Calls of the label screen. */
import { http } from '../../../runtime/data/http';
import { newToken } from '../../../runtime/data/ids';
import type { PaintPage } from '../../../runtime/print/index';
import type { LabelSources, LabelTemplate, ScanHit } from '../../../schemas/language/wire-labels';

export interface PreviewData {
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly page: PaintPage | null;
}
export interface Sheets {
  readonly width: number;
  readonly height: number;
  readonly pages: readonly PaintPage[];
}
/** A label of the archive as the screen lists it. */
export interface Label {
  readonly id: string;
  readonly labelNo: string;
  readonly type: string;
  readonly refCode: string;
  readonly name: string;
  readonly spec: string;
  readonly attrKey: string;
  readonly batchNbr: string;
  readonly qty: number | null;
  readonly unitName: string;
  readonly tpl: string;
  readonly printCount: number;
  readonly reprintCount: number;
}
/** What is printed again: an answered reprint, or nothing for fresh labels. */
export interface Paper {
  readonly ids: readonly string[];
  readonly tpl: string;
  readonly reprint?: string;
}
export interface ReprintBody {
  readonly ids: readonly string[];
  readonly tpl: string;
  readonly reason: string;
  readonly reasonText: string;
}

const QUIET = { quiet: true };
const call = <T>(path: string, body: object): Promise<T> => http.post<T>(`/lcdp/codeLabel/${path}`, body, QUIET);
const sheetsOf = ({ reprint }: Paper): string => (reprint === undefined ? 'sheets' : 'reprintSheets');
/** sheets fetched at once: a label is some kilobytes */
const CHUNK = 100;

export const labelCalls = {
  templates: (type: string): Promise<readonly LabelTemplate[]> => call('templates', { type }),
  sources: (from: string, ids: readonly string[]): Promise<LabelSources> => call('sources', { from, ids }),
  labels: (ids: readonly string[]): Promise<readonly Label[]> => call('labels', { ids }),
  batch: (material: string): Promise<{ readonly batchNbr: string }> => call('batch', { material, token: newToken() }),
  preview: (body: object): Promise<PreviewData> => call('preview', body),
  labelPreview: (body: object): Promise<PreviewData> => call('labelPreview', body),
  reprintPreview: (body: object): Promise<PreviewData> => call('reprintPreview', body),
  generate: (body: object, token: string): Promise<{ readonly ids: readonly string[] }> =>
    call('generate', { ...body, token }),
  reprint: (body: ReprintBody, token: string): Promise<{ readonly id: string; readonly nbr: string }> =>
    call('reprint', { ...body, token }),
  printed: ({ ids, reprint }: Paper, ok: boolean): Promise<{ readonly printed: number }> =>
    call(reprint === undefined ? 'printed' : 'reprinted', {
      ids,
      ok,
      token: newToken(),
      ...(reprint === undefined ? {} : { reprint }),
    }),
  pdf: (paper: Paper): Promise<unknown> => http.download(`/lcdp/codeLabel/${sheetsOf(paper)}/pdf`, paper, QUIET),
  scan: (body: object): Promise<{ readonly hits: readonly ScanHit[] }> => http.post('/lcdp/scan', body, QUIET),
  async sheets(paper: Paper): Promise<Sheets> {
    const pages: PaintPage[] = [];
    let size = { width: 0, height: 0 };
    for (let at = 0; at < paper.ids.length; at += CHUNK) {
      const part = await call<Sheets>(sheetsOf(paper), { ...paper, ids: paper.ids.slice(at, at + CHUNK) });
      size = { width: part.width, height: part.height };
      pages.push(...part.pages);
    }
    return { ...size, pages };
  },
};
export const said = (error: unknown): string => (error instanceof Error ? error.message : '没有完成，请重试');
