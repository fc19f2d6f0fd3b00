/** What a scanned code names (docs/api.md): asked by every scan field that is not a picker; pickers resolve codes by themselves. */
import type { ScanHit } from '../../schemas/language/wire-labels';
import { HttpError, http } from './http';

export interface ScanAnswer {
  readonly hits: readonly ScanHit[];
  /** what the text field takes; none while several things answer to the code */
  readonly value?: string;
}
export const scanClient = {
  resolve: (page: string, field: string, text: string): Promise<ScanAnswer> =>
    http.post('/lcdp/scan', { text, page: page.replace(/#.*$/, ''), field }, { quiet: true }),
};
/** The server's own sentence about a code; undefined = it was not reached. */
export const scanRefusal = (error: unknown): string | undefined =>
  error instanceof HttpError && error.code === 203 ? error.message : undefined;
