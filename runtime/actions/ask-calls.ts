/** What a dialog asks of the server: in the name of its action, with what it is about and the answers so far, as the act judges them. */
import { encodeRecord } from '../../schemas/language/kinds/record-codec';
import type { ResolvedAction, ResolvedObject } from '../../schemas/language/resolved';
import type { Json, Rec } from '../../schemas/language/value';
import { recordClient } from '../data/record-client';
import type { PickBody } from '../data/types';
import { type FormCalls, recordCalls } from '../form/form-calls';
import { recordAsContext } from '../form/wire';

/** The record a dialog is about (of several the first), and the row of it for an action `in` a sub-table. */
export interface About {
  readonly record?: Json;
  readonly row?: string | undefined;
}
const bodyOf = ({ record = {}, row }: About, ask: Json): PickBody => ({
  record,
  ask,
  ...(row === undefined ? {} : { row }),
});

/** Of a dialog with one set of answers. */
export const askCalls = (action: ResolvedAction, about: About): FormCalls => ({
  ...recordCalls,
  pick: ({ page, object, doc }, field, body) =>
    recordClient.pick(
      page.code,
      `actions.${action.code}.ask.${field.path}`,
      { ...body, ...bodyOf(about, recordAsContext(object, doc) as unknown as Json) },
      { quiet: true },
    ),
});

/** Of a dialog whose rows are the chosen rows of the record, one set of answers each. */
export const askRowCalls = (action: ResolvedAction, object: ResolvedObject, about: About): FormCalls => ({
  ...recordCalls,
  pick: ({ page }, field, body, place) => {
    const dialog = { ...object, fields: action.ask ?? {} };
    const answers: Rec = Object.fromEntries(Object.keys(dialog.fields).map((code) => [code, place?.row[code] ?? null]));
    const more = bodyOf({ ...about, row: place?.row.id }, encodeRecord(dialog, answers) as Json);
    return recordClient.pick(
      page.code,
      `actions.${action.code}.ask.${field.code}`,
      { ...body, ...more },
      { quiet: true },
    );
  },
});
