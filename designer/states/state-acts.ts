/** What the picture does to states, which are items of the dictionary of the state field. */
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { entriesAt, joinAddress } from '../../schemas/language/steps/index';
import { addItem, linesOf, removeState, retireState, setItem, setProperty } from '../commands/index';
import type { DeskView } from '../desk/desk';
import type { Writing } from '../desk/writing';
import { type DesignState, type DocId, sortOfId } from '../document/state';

export interface StateActs {
  /** answers the code of the new state, undefined when it was refused */
  add(title: string): string | undefined;
  set(code: string, key: 'title' | 'tone', to: string): boolean;
  /** `rows`: records that stand in it */
  remove(code: string, rows: number): boolean;
  /** those in it keep it */
  retire(code: string): boolean;
  /** new records begin in it */
  begin(code: string): boolean;
}

/** Undefined where nothing may be changed, or the dictionary is none of the app that is worked on. */
export function stateActsOf(
  { object, readonly }: DeskView,
  { run, state }: Pick<Writing, 'run' | 'state'>,
): StateActs | undefined {
  const field = object?.state === undefined ? undefined : object.fields[object.state];
  const { dict } = field ?? {};
  if (readonly !== undefined || field === undefined || dict === undefined) return undefined;
  const document = documentOf(state(), dict);
  if (document === undefined) return undefined;
  const items = `${joinAddress('dicts', dict)}.items`;
  return {
    add: (title) => {
      const codes = entriesAt(state().documents[document]?.text ?? {}, items) ?? [];
      const code = linesOf(title, codes)[0]?.code;
      return code !== undefined && run(addItem, { document, dict, code, title }) ? code : undefined;
    },
    set: (code, key, to) => run(setItem, { document, dict, code, key, to }),
    remove: (code, rows) => run(removeState, { document, dict, code, rows }),
    retire: (code) => run(retireState, { document, dict, code }),
    begin: (code) => run(setProperty, { addresses: [joinAddress('fields', field.code)], key: 'default', to: code }),
  };
}
function documentOf({ documents }: DesignState, dict: string): DocId | undefined {
  return Object.values(documents).find(
    ({ id, text }) => sortOfId(id) === 'dictionaries' && (entriesAt(text, 'dicts') ?? []).includes(dict),
  )?.id;
}

/** Fields whose words could be states. */
export const stateFields = ({ fields }: ResolvedObject): readonly ResolvedField[] =>
  Object.values(fields).filter((field) => field.dict !== undefined && field.formula === undefined);
