/** What an open form asks of the server while it is typed. A list whose rows are the records asks in the name of each of them. */
import { RECORDS } from '../../schemas/language/record/rows-object';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Json, Rec, Row } from '../../schemas/language/value';
import { recordClient } from '../data/record-client';
import type { PickBody, PickData, WireRecord } from '../data/types';
import { recordAsContext } from './wire';

export interface Resolved {
  readonly values: Readonly<Record<string, Json>>;
  readonly _hop?: WireRecord['_hop'];
}
/** What of a form goes along with a question. */
export interface AskingForm {
  readonly page: { readonly code: string };
  readonly object: ResolvedObject;
  readonly doc: Rec;
  rowsToResolve(): { readonly [sub: string]: readonly Row[] };
}
export interface FormCalls {
  pick(form: AskingForm, field: ResolvedField, body: PickBody, place?: RowPlace): Promise<PickData>;
  /** values behind references and of server functions; `path` of a field is the form's own */
  resolve(form: AskingForm, want: readonly string[]): Promise<Resolved>;
}
export interface RowPlace {
  readonly sub: string;
  readonly row: Row;
}

/** Of one record. */
export const recordCalls: FormCalls = {
  pick: ({ object, doc, page }, field, body, place) =>
    recordClient.pick(
      page.code,
      field.path,
      { ...body, record: recordAsContext(object, doc, place && { [place.sub]: [place.row] }) },
      { quiet: true },
    ),
  resolve: (form, want) => {
    const record = recordAsContext(form.object, form.doc, form.rowsToResolve());
    return recordClient.resolve(form.page.code, { record, want }, { quiet: true });
  },
};

/** rows of one question: more changed at once are resolved by the save */
const MOST = 20;

/** Of rows that are records of `object`. */
export const rowCalls = (object: ResolvedObject): FormCalls => ({
  pick: ({ page }, field, body, place) =>
    recordClient.pick(
      page.code,
      field.code,
      { ...body, record: recordAsContext(object, (place?.row ?? {}) as unknown as Rec) },
      { quiet: true },
    ),
  resolve: async (form, want) => {
    const rows = (form.rowsToResolve()[RECORDS] ?? []).slice(0, MOST);
    const answers = await Promise.all(
      rows.map((row) => {
        const record = recordAsContext(object, row as unknown as Rec);
        return recordClient.resolve(form.page.code, { record, want }, { quiet: true });
      }),
    );
    const merged: Record<string, Record<string, Record<string, Json>>> = {};
    for (const { _hop } of answers)
      for (const [code, byId] of Object.entries(_hop ?? {}))
        merged[code] = { ...merged[code], ...(byId as Record<string, Record<string, Json>>) };
    return { values: Object.assign({}, ...answers.map((answer) => answer.values)) as Resolved['values'], _hop: merged };
  },
});
