/** What a scanned code names (docs/api.md): asked by every scan field that is not a picker; pickers resolve codes by themselves. */
import type { ScanHit } from '../../schemas/language/wire-labels';
import { HttpError, http } from './http';

export interface ScanAnswer {
  readonly hits: readonly ScanHit[];
  /** what the text field takes; none while several things answer to the code */
  readonly value?: string;
}
export const scanClient = {
  /** `hit`: of several things the one that is meant */
  resolve: (page: string, field: string, text: string, hit?: ScanHit): Promise<ScanAnswer> =>
    http.post(
      '/lcdp/scan',
      {
        text,
        page: page.replace(/#.*$/, ''),
        field,
        ...(hit === undefined ? {} : { hit: { object: hit.object, id: hit.id } }),
      },
      { quiet: true },
    ),
};
/** How a thing is offered when several answer to one code. */
export const offerOf = ({ code, name, objectTitle, batchNbr }: ScanHit) => ({
  label: `${code} ${name}`.trim(),
  hint: batchNbr === undefined ? objectTitle : `${objectTitle} 批次 ${batchNbr}`,
});
/** The server's own sentence about a code; undefined = it was not reached. */
export const scanRefusal = (error: unknown): string | undefined =>
  error instanceof HttpError && error.code === 203 ? error.message : undefined;
