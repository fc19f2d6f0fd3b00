/** Devices of a test whose state signals say the state itself, from readings as boxes send them. */
import { sql } from 'kysely';
import { newId } from '../../../server/ids';
import { noteDevices } from '../../../server/iot/devices';
import { openDirectory } from '../../../server/iot/directory';
import { factoryMs } from '../../../server/iot/factory-time';
import { openIngest } from '../../../server/iot/ingest';
import { keepDays } from '../../../server/iot/partitions';
import { dateStates } from '../../../server/iot/state-shift';
import { deriveStates } from '../../../server/iot/states';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { makeBox } from '../../support/iot';
import type { Factory } from '../factory';

export interface Timelines {
  readonly ids: Readonly<Record<string, string>>;
  /** what counts of a device are read from */
  counter(device: string): string | undefined;
  /** [day and time, value] of its counter */
  count(device: string, readings: readonly (readonly [at: string, x: number])[], now: string): Promise<void>;
  /** [day and time, state] of a device, derived as of a moment */
  tell(device: string, changes: readonly (readonly [at: string, state: number])[], now: string): Promise<void>;
  derive(now: string): Promise<void>;
}
/** readings of one day by their times */
export const timesOn =
  (day: string) =>
  (changes: readonly (readonly [time: string, x: number])[]): readonly (readonly [at: string, x: number])[] =>
    changes.map(([time, x]) => [`${day} ${time}`, x] as const);
const DAY_MS = 86_400_000;

export const openTimelines = async (factory: Factory, codes: readonly string[], since: string): Promise<Timelines> => {
  const { database, org } = factory;
  const start = factoryMs(since);
  for (const days of [0, 1, 2, 3])
    await keepDays(database.db, org.schema, start + days * DAY_MS, { mw_iot_fast: 31, mw_iot_key: 31 });
  const box = await makeBox(
    factory,
    'TL-001',
    Object.fromEntries(
      codes.flatMap((code) => [
        [code, {}],
        [`N-${code}`, {}],
      ]),
    ),
  );
  const ids = await factory.as('admin', async (ctx) => {
    const found = await ctx.records.find('equipment', 'code in param.codes', { param: { codes: [...codes] } });
    return Object.fromEntries(found.map(({ code, id }) => [String(code), id]));
  });
  for (const code of codes)
    await factory.as('admin', async (ctx) => {
      const device = ids[code] ?? '';
      // no other signal of it tells its state, whatever the demo maps
      await sql`UPDATE ${sql.id(org.schema, 'point_map')} SET is_disabled = 1
        WHERE equipment_id = ${device} AND signal_type <> '1'`.execute(database.db);
      const point = box.points.get(code) ?? null;
      const rec = { name: `${code}状态`, equipment: device, dataPoint: point, signalType: '2', signalCode: 'word' };
      const states = ['1', '2', '3', '4'].map((state) => ({
        ...{ id: newId(), rawFrom: Number(state), rawTo: Number(state), runState: state, holdSec: 0 },
      }));
      await saveRecord(ctx as EngineCtx, 'pointMap', { rec: { ...rec, states }, accept: [] });
    });
  await noteDevices(database.app, org, start);
  let seq = 0;
  const derive = async (now: string): Promise<void> => {
    await deriveStates(database.app, org, factoryMs(now));
    await factory.engine.asSystem(org, (ctx) => dateStates(ctx, null));
  };
  const send = async (
    point: string,
    readings: readonly (readonly [at: string, x: number])[],
    now: string,
  ): Promise<void> => {
    const ingest = openIngest({
      db: database.app,
      directory: openDirectory(database.app, async () => [org]),
      ruleOf: async () => ({ futureMs: 300_000, acceptMs: 7 * DAY_MS }),
      onStored: () => undefined,
      onError: () => undefined,
      now: () => factoryMs(now),
    });
    for (const [at, x] of readings) {
      const body = { v: 1, seq: ++seq, ts: factoryMs(`${at}:00`), d: [[point, 0, x]] };
      await ingest.accept(`${box.topic}up/data`, Buffer.from(JSON.stringify(body)));
    }
    await ingest.stop();
  };
  return {
    ids,
    derive,
    counter: (device) => box.points.get(`N-${device}`),
    count: (device, readings, now) => send(`N-${device}`, readings, now),
    async tell(device, changes, now) {
      await send(device, changes, now);
      await derive(now);
    },
  };
};
