/** Meters of a test that are read over a box: readings go in as a box sends them, use and fees are derived as the server does it. */
import type { Rec } from '../../schemas/language/value';
import { openDirectory } from '../../server/iot/directory';
import { openEnergy } from '../../server/iot/energy/deriver';
import { factoryMs } from '../../server/iot/factory-time';
import { openIngest } from '../../server/iot/ingest';
import { keepDays } from '../../server/iot/partitions';
import type { EngineCtx } from '../../server/records/host';
import { getReportList, type ReportPage } from '../../server/records/report/list';
import type { Factory } from '../domain/factory';
import { actsOf } from './demo-acts';
import { makeBox } from './iot';

const DAY_MS = 86_400_000;

export interface Energy {
  /** an electricity meter of a unit, read over points of its own */
  meter(code: string, unit: string, more?: Rec): Promise<string>;
  /** readings of a meter, or of another of its points: `Q` reactive, `P` pressure, `T` temperature */
  send(code: string, readings: readonly (readonly [time: string, x: number])[], point?: string): Promise<void>;
  /** derives what lags, also by changes of people */
  derive(now?: string): Promise<void>;
  report(page: string, body?: object, login?: string): Promise<ReportPage>;
}
const POINTS = ['E', 'Q', 'P', 'T'] as const;

/** Readings of those days can be kept. */
export const energyOf = async (
  factory: Factory,
  days: readonly string[],
  codes: readonly string[],
): Promise<Energy> => {
  const { database, org } = factory;
  const acts = actsOf(() => factory);
  for (const day of days)
    await keepDays(database.db, org.schema, factoryMs(`${day} 12:00:00`), { mw_iot_fast: 500, mw_iot_key: 500 });
  const points = codes.flatMap((code) => POINTS.map((point) => [`${code}/${point}`, {}] as const));
  const box = await makeBox(factory, 'TE-BOX', Object.fromEntries(points));
  const energy = openEnergy(database.app, factory.engine.asSystem);
  let seq = 0;
  const derive = async (now?: string): Promise<void> => {
    energy.forget();
    await energy.run(org, now === undefined ? undefined : factoryMs(now));
  };
  return {
    async meter(code, unit, more = {}) {
      const point = (name: string) => box.points.get(`${code}/${name}`) ?? null;
      const made = await acts.save('energyMeter', {
        ...{ code, name: code, energyType: '1', level: '3', factoryUnit: await acts.id('factoryUnit', unit) },
        ...{ readMode: '1', pointTotal: point('E') },
        ...(more.energyType === '3' ? { pointPressure: point('P'), pointTemp: point('T') } : {}),
        ...(more.isFee === true && more.energyType === undefined ? { pointReactive: point('Q') } : {}),
        ...more,
      });
      return made.id;
    },
    async send(code, readings, point = 'E') {
      const last = Math.max(...readings.map(([time]) => factoryMs(time)));
      const ingest = openIngest({
        db: database.app,
        directory: openDirectory(database.app, async () => [org]),
        ruleOf: async () => ({ futureMs: DAY_MS, acceptMs: 400 * DAY_MS }),
        onStored: () => undefined,
        onError: (error) => {
          throw error;
        },
        now: () => last,
      });
      for (const [time, x] of readings) {
        const body = { v: 1, seq: ++seq, ts: factoryMs(time), d: [[`${code}/${point}`, 0, x]] };
        await ingest.accept(`${box.topic}up/data`, Buffer.from(JSON.stringify(body)));
      }
      await ingest.stop();
      await derive();
    },
    derive,
    report: (page, body = {}, login = 'luyang') =>
      factory.as(login, (ctx) => {
        const engine = ctx as EngineCtx;
        const found = engine.registry.page(page);
        if (!found) throw new Error(`no page ${page}`);
        return getReportList(engine, found, { size: 100, ...body });
      }),
  };
};
