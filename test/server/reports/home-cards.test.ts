/** KPIs on the home page: those of reports the user may open, and numbers of live charts are never old ones. */
import { beforeAll, expect, it } from 'vitest';
import type { EngineCtx } from '../../../server/records/host';
import { cellData } from '../../../server/records/report/cells';
import { homeCards } from '../../../server/records/report/home-cards';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
const bug = (error: unknown): never => {
  throw error;
};
const cards = (login: string) => factory.as(login, (ctx) => homeCards(ctx as EngineCtx, bug));

it('are those of the reports somebody may open', async () => {
  const all = await cards('admin');
  expect(all.map(({ card }) => card).sort()).toEqual(['demoProgress', 'purchaseReceived']);
  const progress = all.find(({ card }) => card === 'demoProgress');
  expect(progress).toMatchObject({ page: 'demoStat', title: '示例完成率', data: { suffix: '%', warn: 60, good: 90 } });
  const few = await cards('zhoutao');
  for (const { page } of few)
    await factory.as('zhoutao', async (ctx) => expect(ctx.session.rights.has(`${page}:view`)).toBe(true));
  expect(few.map(({ card }) => card)).not.toContain('demoProgress');
});

it('a live chart names the object to watch and is asked anew each time', async () => {
  const ask = (every: number) =>
    factory.as('admin', (ctx) =>
      cellData(
        ctx as EngineCtx,
        { key: 'a', given: { report: 'demoStat', chart: { chart: 'number', y: ['number'], every } } },
        bug,
      ),
    );
  expect(await ask(0)).toMatchObject({ code: 200, data: { live: 'demoDoc' } });
  expect((await ask(60)) as { data?: object }).not.toHaveProperty('data.live');
});
