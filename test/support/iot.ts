/** Boxes of a test: registered like people do it, and speaking MQTT like real ones. */
import { createServer } from 'node:net';
import { sql } from 'kysely';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import type { Rec } from '../../schemas/language/value';
import { openDirectory } from '../../server/iot/directory';
import { type Ingest, openIngest } from '../../server/iot/ingest';
import { type Iot, type IotOptions, openIot } from '../../server/iot/service';
import { runAction } from '../../server/records/act/actions';
import type { EngineCtx } from '../../server/records/host';
import { saveRecord } from '../../server/records/save/save';
import type { Factory } from '../domain/factory';

export interface TestBox {
  readonly id: string;
  readonly sn: string;
  readonly secret: string;
  readonly topic: string;
  /** ids of its points by code */
  readonly points: ReadonlyMap<string, string>;
}

const saveAs = (factory: Factory, object: string, rec: Rec): Promise<Rec> =>
  factory.as('admin', (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept: [] }));

/** A box of 机加车间 with a secret, and points by code with what they are said to be. */
export const makeBox = async (
  factory: Factory,
  sn: string,
  points: Readonly<Record<string, Rec>>,
  more: Rec = {},
): Promise<TestBox> => {
  const unit = await factory.as('admin', async (ctx) => (await ctx.records.find('factoryUnit', "code == 'JJ'"))[0]?.id);
  const { id, version } = await saveAs(factory, 'cloudBox', { code: sn, name: sn, factoryUnit: unit ?? null, ...more });
  const box = { id: String(id), version: Number(version) };
  const { answer } = await factory.as('admin', (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object('cloudBox'), 'newSecret', { targets: [box], ask: {} }),
  );
  const [shown] = (answer as { readonly rows: readonly Rec[] }).rows;
  const made = new Map<string, string>();
  for (const [code, more] of Object.entries(points)) {
    const point = await saveAs(factory, 'dataPoint', { code, name: code, box: box.id, ...more });
    made.set(code, String(point.id));
  }
  return { id: box.id, sn, secret: String(shown?.secret), topic: `iot/v1/demo/${sn}/`, points: made };
};

/** A station of a box, with these points of it. */
export const makeStation = async (
  factory: Factory,
  box: TestBox,
  code: string,
  points: readonly string[],
): Promise<string> => {
  const unit = await factory.as('admin', async (ctx) => (await ctx.records.find('factoryUnit', "code == 'JJ'"))[0]?.id);
  const { id } = await saveAs(factory, 'baseStation', {
    code,
    name: code,
    stationType: '1',
    box: box.id,
    factoryUnit: unit ?? null,
  });
  for (const point of points) {
    const known = await factory.as('admin', (ctx) => ctx.records.get('dataPoint', box.points.get(point) ?? ''));
    await saveAs(factory, 'dataPoint', { id: known?.id ?? null, version: known?.version ?? 0, station: id ?? null });
  }
  return String(id);
};

/** Takes what boxes say at a moment; without one, now. */
export const ingestAt = ({ database, org }: Factory, now = Date.now()): Ingest =>
  openIngest({
    db: database.app,
    directory: openDirectory(database.app, async () => [org]),
    ruleOf: async () => ({ futureMs: 300_000, acceptMs: 7 * 86_400_000 }),
    onStored: () => undefined,
    onError: (error) => {
      throw error;
    },
    now: () => now,
  });

/** A count signal that is there reads this point from now on. */
export const mapCount = async (factory: Factory, code: string, dataPoint: string | undefined, more: Rec = {}) => {
  const [map] = await factory.as('admin', (ctx) =>
    ctx.records.find('pointMap', 'code == param.code', { param: { code } }),
  );
  await saveAs(factory, 'pointMap', {
    id: map?.id ?? null,
    version: map?.version ?? 0,
    dataPoint: dataPoint ?? null,
    ...more,
  });
  return String(map?.id);
};

export const allowPlain = async ({ database, org }: Factory): Promise<void> => {
  await sql`INSERT INTO ${sql.id(org.schema, 'mw_setting')} (key, value) VALUES ('iot.plainMqtt', 'true')`.execute(
    database.db,
  );
};

/** The service over a factory of a test, listening there; `more` says otherwise. */
export const startIot = (
  { database, engine, org }: Factory,
  port: number | undefined,
  more: Partial<IotOptions> = {},
): Promise<Iot> =>
  openIot({
    db: database.app,
    owner: database.db,
    url: database.url,
    orgs: async () => [org],
    setting: engine.setting,
    asSystem: engine.asSystem,
    host: '127.0.0.1',
    port,
    tls: undefined,
    onError: () => undefined,
    ...more,
  });

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });

export const connectBox = (port: number, box: TestBox, more: IClientOptions = {}): MqttClient =>
  mqtt.connect({
    host: '127.0.0.1',
    port,
    clientId: box.sn,
    username: box.topic.split('/').slice(2, 4).join('/'),
    password: box.secret,
    clean: false,
    reconnectPeriod: 100,
    connectTimeout: 5_000,
    ...more,
  });
