/** A dictionary for a field of an app, and states for an object: those of a field, or a first and a last one to go on from. */
import type { DeskView, Outcome } from '../desk/desk';
import type { Acts, NewDict } from './acts';
import { codeFrom, codeOf } from './code-from';

export const newDict = async (view: DeskView, title: string, items: readonly string[]): Promise<NewDict> => ({
  app: view.open?.app ?? '',
  ...(await dictOf(title, items, new Set(view.dicts.keys()))),
});
/** Codes of tens, as states of documents have them. */
export const dictOf = async (
  title: string,
  items: readonly string[],
  taken: ReadonlySet<string>,
): Promise<Omit<NewDict, 'app'>> => ({
  code: await codeFrom(title, taken, 'x'),
  title,
  items: items.map((item, n) => ({ code: String((n + 1) * 10), title: item })),
});

interface Around {
  readonly view: DeskView;
  readonly acts: Acts;
  readonly tell: (outcome: Outcome) => boolean;
  /** of codes in a shipped object */
  readonly prefix: string | undefined;
}
export const beginStates = ({ view, acts, tell, prefix }: Around, field: string | undefined): void => {
  const { object } = view;
  if (object === undefined) return;
  if (field !== undefined) {
    tell(acts.beginStates({ field }));
    return;
  }
  const code = codeOf(['status'], new Set(Object.keys(object.fields)), prefix);
  void newDict(view, `${object.title}状态`, ['草稿', '已完成']).then((dict) =>
    tell(acts.beginStates({ dict, field: { title: '状态', code, field: { title: '状态', dict: dict.code } } })),
  );
};
