/** What acts of the laws are made of: a document made and posted with its way back, its only row in another size. */
import { sql } from 'kysely';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { tableSql } from '../../../server/records/store/stored';
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
  /** the version it has now: what other documents do with it counts it up */
  const fresh = async ({ object, id }: Rec): Promise<Rec> => {
    const { database, engine, org } = floor.factory;
    const table = tableSql(org.schema, engine.registries.shipped.objects.get(object as string)!);
    const { rows } = await sql<{ version: string }>`select version from ${table} where id = ${id}`.execute(database.db);
    return { object: object!, id: id!, version: Number(rows[0]!.version) };
  };
  /** what an action leaves of a record */
  const done = (action: string, rec: Rec, ask: Rec = {}, accept: readonly string[] = []): Promise<Rec> =>
    floor.factory.as(floor.login, async (ctx) => {
      const object = rec.object as string;
      const { records } = await runAction(ctx as EngineCtx, ctx.records.object(object), action, {
        targets: [{ id: rec.id as string, version: rec.version as number }],
        ask,
        accept: [...accept],
      });
      return { ...records[0]!, object };
    });
  /** what was posted goes back to a draft, the draft is given up */
  const back = (doc: Rec) => async (): Promise<void> => {
    const draft = await done('unaudit', await fresh(doc));
    await done('void', draft);
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
  /** what is not posted is not left open either */
  const audited = async (kind: string, draft: Rec): Promise<Step> => {
    try {
      const doc = await done('audit', draft, {}, ANYWAY);
      return { kind, doc, undo: back(doc) };
    } catch (error) {
      await done('void', await fresh(draft));
      throw error;
    }
  };
  const posted = async (kind: string, object: string, rec: Rec, login = floor.login): Promise<Step> =>
    audited(kind, await savedBy(login, object, rec));
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
  return { again, audited, back, done, fresh, posted, sized, typed, of };
};
