/** What people do in the demo factory, in few words: find by code, save, act, and the sentence of a refusal. */
import type { Rec, Value } from '../../schemas/language/value';
import type { Ctx } from '../../server/ctx';
import { runAction } from '../../server/records/act/actions';
import type { EngineCtx } from '../../server/records/host';
import { saveRecord } from '../../server/records/save/save';
import type { Factory } from '../domain/factory';

export type Stored = Rec & { readonly id: string; readonly version: number };
export interface Acts {
  byCode(object: string, code: string): Promise<Stored>;
  id(object: string, code: string): Promise<string>;
  save(object: string, rec: Rec, login?: string, accept?: readonly string[]): Promise<Stored>;
  /** saves a change of the record with a code */
  edit(object: string, code: string, change: Rec, accept?: readonly string[]): Promise<Stored>;
  act(object: string, action: string, rec: Rec, ask?: Rec, rows?: readonly Rec[], login?: string): Promise<Stored>;
  /** a server function of the language */
  call(name: string, ...args: readonly Value[]): Promise<Value>;
}

export const actsOf = (factory: () => Factory): Acts => {
  const find = async (ctx: Ctx, object: string, code: string): Promise<Stored> => {
    const [head] = await ctx.records.find(object, 'code == param.code', { param: { code } });
    if (!head) throw new Error(`${object} ${code} does not exist`);
    return (await ctx.records.get(object, head.id as string)) as Stored;
  };
  const acts: Acts = {
    byCode: (object, code) => factory().as('admin', (ctx) => find(ctx, object, code)),
    id: async (object, code) => (await acts.byCode(object, code)).id,
    save: (object, rec, login = 'admin', accept = []) =>
      factory().as(login, (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept }) as Promise<Stored>),
    async edit(object, code, change, accept) {
      const { id, version } = await acts.byCode(object, code);
      return acts.save(object, { id, version, ...change }, 'admin', accept);
    },
    act: (object, action, rec, ask = {}, rows = [], login = 'admin') =>
      factory().as(login, async (ctx) => {
        const target = { id: rec.id as string, version: rec.version as number };
        const { records } = await runAction(ctx as EngineCtx, ctx.records.object(object), action, {
          targets: [rows.length > 0 ? { ...target, rows: rows as never } : target],
          ask,
        });
        return records[0] as Stored;
      }),
    call: (name, ...args) =>
      factory().as('admin', async (ctx) => {
        const [value] = await (ctx as EngineCtx).host.functions.get(name)!.run([args], ctx);
        return value ?? null;
      }),
  };
  return acts;
};

export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
/** The sentences a write asks about before it is done. */
export const asked = (work: Promise<unknown>): Promise<readonly string[]> =>
  work.then(
    () => [],
    (error: { readonly data?: { readonly warnings?: readonly { readonly text: string }[] } }) =>
      (error.data?.warnings ?? []).map(({ text }) => text),
  );
