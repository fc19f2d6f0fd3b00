/** Numbers of live charts are never old ones. */
import { beforeAll, expect, it } from 'vitest';
import type { EngineCtx } from '../../../server/records/host';
import { cellData } from '../../../server/records/report/cells';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
const bug = (error: unknown): never => {
  throw error;
};

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
