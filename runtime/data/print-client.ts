/** The print calls of a page's action: pages for the preview, the same as PDF, and what was printed. */
import { http } from './http';
import type { PaperBody, PrintBody, PrintData } from './print-types';

const at = (page: string, action: string, call = ''): string =>
  `/lcdp/data/${encodeURIComponent(page.replace(/#.*$/, ''))}/print/${encodeURIComponent(action)}${call}`;

export interface PrintedBody extends PrintBody {
  readonly print: string;
  readonly copies: number;
  readonly reason?: string;
  readonly token: string;
}
export const printClient = {
  pages: (page: string, action: string, body: PrintBody): Promise<PrintData> => http.post(at(page, action), body),
  pdf: (page: string, action: string, body: PaperBody): Promise<unknown> =>
    http.download(at(page, action, '/pdf'), body),
  done: (page: string, action: string, body: PrintedBody): Promise<unknown> =>
    http.post(at(page, action, '/done'), body, { quiet: true }),
};
