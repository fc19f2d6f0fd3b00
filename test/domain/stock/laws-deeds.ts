/** What acts of the laws are made of: a document made and posted with its way back, its only row in another size. */
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import type { Dice } from '../random';
import type { World } from './laws-world';

export interface Step {
  readonly kind: string;
  readonly doc: Rec;
  /** refused while something stands on it */
  undo(): Promise<unknown>;
}
/** undefined = there is nothing to do it with */
export type Act = (world: World, live: readonly Step[], d: Dice) => Promise<Step | undefined>;

export const rowsOf = (doc: Rec, tab = 'items'): readonly Row[] => doc[tab] as readonly Row[];
export const ANYWAY = ['delivery.later', 'productPicking.later', 'otherIssue.later', 'TransferIssue.later'];
export const LOTS = ['LAW-1', 'LAW-2'] as const;

export const deedsOf = ({ floor, ids }: World) => {
  const again = (doc: Rec): Promise<Rec> => floor.read(doc.object as string, doc.id as string);
  /** what was posted goes back to a draft, the draft is given up */
  const back = (doc: Rec) => async (): Promise<void> => {
    const draft = await floor.act('unaudit', await again(doc));
    await floor.act('void', draft);
  };
  /** written by one and posted by another, where nobody audits what is his own */
  const savedBy = async (login: string, object: string, rec: Rec): Promise<Rec> => {
    const { login: own } = floor;
    floor.login = login;
    try {
      return await floor.save(object, rec, ANYWAY);
    } finally {
      floor.login = own;
    }
  };
  const posted = async (kind: string, object: string, rec: Rec, login = floor.login): Promise<Step> => {
    const saved = await again(await savedBy(login, object, rec));
    try {
      const doc = await floor.act('audit', saved, {}, ANYWAY);
      return { kind, doc, undo: back(doc) };
    } catch (error) {
      // what is not posted is not left open either
      await floor.act('void', await again(saved));
      throw error;
    }
  };
  const sized = (draft: Rec, row: Partial<Row>, head: Rec = {}): Rec => ({
    ...draft,
    ...head,
    items: rowsOf(draft)
      .slice(0, 1)
      .map((each) => ({ ...each, ...row }) as Row),
  });
  const typed = (material: string, qty: number, more: Partial<Row> = {}): Row[] => [
    { id: newId(), material: ids[material]!, qty, ...more } as Row,
  ];
  const of = (live: readonly Step[], d: Dice, ...kinds: readonly string[]): Step | undefined =>
    d.of(live.filter(({ kind }) => kinds.includes(kind)));
  return { again, back, posted, sized, typed, of };
};
