/**
 * A purchase order of 200 lines: read, created and saved with one changed field through the whole pipeline, against hand-written
 * statements of the same rows. Interleaved; answers are checked before anything is timed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { newId, type Wire } from '../../test/support/client';
import { type LoadFigures, type LoadTarget, load, median, type Result, spread } from './measure';
import { type BenchServer, openBench } from './server';

const LINES = 200;
const CLIENTS = 4;
const SECONDS = 4;
const REPETITIONS = 3;
const PAGE = 'purchaseOrder';
const PLAIN = { 'accept-encoding': 'identity' };

export const benchDocuments = async (): Promise<Result[]> => {
  const bench = await openBench(18_906, PLAIN);
  const bare = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/documents-bare.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_URL: bench.url },
  });
  const [first] = (await once(bare.stdout, 'data')) as [Buffer];
  const base = /bare on (\S+)/.exec(first.toString())![1]!;
  try {
    const { client } = bench;
    const order = await orderOf(bench.sql);
    const create = async (): Promise<Wire> => {
      const answer = await client.post<Wire>(`/lcdp/data/${PAGE}/save`, {
        record: order(),
        token: newId(),
        accept: ACCEPTED,
      });
      if (answer.code !== 200)
        throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data).slice(0, 500)}`);
      return answer.data;
    };
    const created = await create();
    const stored = await client.one(PAGE, String(created.id));
    const bareOrder = bareOf(stored);
    // each loop changes a document of its own
    const own: Wire[] = [];
    for (let n = 0; n < CLIENTS; n++) own.push(await client.one(PAGE, String((await create()).id)));
    let at = 0;
    const ours = bench.server.process.pid!;
    const cases: Readonly<Record<string, LoadTarget>> = {
      read: {
        name: 'read',
        pid: ours,
        request: async () => expectLines((await client.one(PAGE, String(stored.id))).items as unknown[]),
      },
      bareRead: {
        name: 'bareRead',
        pid: bare.pid!,
        request: async () => {
          const answer = (await (await fetch(`${base}/doc/${stored.id}`, { headers: PLAIN })).json()) as {
            data: { items: unknown[] };
          };
          return expectLines(answer.data.items);
        },
      },
      create: {
        name: 'create',
        pid: ours,
        request: async () => expectLines(((await create()).record as Wire).items as unknown[]),
      },
      bareCreate: {
        name: 'bareCreate',
        pid: bare.pid!,
        request: async () => {
          const answer = (await (
            await fetch(`${base}/doc`, {
              method: 'POST',
              headers: { ...PLAIN, 'content-type': 'application/json' },
              body: JSON.stringify(bareOrder),
            })
          ).json()) as { data: { lines: number } };
          return expectLines({ length: answer.data.lines });
        },
      },
      change: {
        name: 'change',
        pid: ours,
        request: async (n) => {
          const mine = own.pop() ?? own[at++ % own.length]!;
          const answer = await client.save(PAGE, { id: mine.id, version: mine.version, remark: `第${n}次` });
          if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`);
          own.push({ id: mine.id, version: answer.data.version });
          return 1;
        },
      },
    };
    const figures = new Map<string, LoadFigures[]>(Object.keys(cases).map((name) => [name, []]));
    for (const target of Object.values(cases)) await load(target, CLIENTS, 2500);
    for (let repetition = 0; repetition < REPETITIONS; repetition++)
      for (const [name, target] of Object.entries(cases))
        figures.get(name)!.push(await load(target, CLIENTS, SECONDS * 1000));
    const rate = (name: string): number[] => figures.get(name)!.map((figures) => figures.perSecond);
    const cpu = (name: string): number[] => figures.get(name)!.map((figures) => figures.cpu);
    const against = (subject: string, name: string, other: string, goal: number): Result[] => {
      const speed = median(rate(name)) / median(rate(other));
      return [
        {
          subject: `${subject}, requests a second`,
          ours: spread(rate(name)),
          bare: spread(rate(other)),
          ratio: speed.toFixed(2),
          goal: `≥ ${goal}`,
          met: speed >= goal,
        },
        {
          subject: 'the same, server CPU ms a request (bare ÷ ours)',
          ours: spread(cpu(name), 1),
          bare: spread(cpu(other), 1),
          ratio: (median(cpu(other)) / median(cpu(name))).toFixed(2),
          goal: '–',
          met: undefined,
        },
      ];
    };
    const change = median(cpu('change')) / median(cpu('create'));
    return [
      ...against(`read a purchase order of ${LINES} lines`, 'read', 'bareRead', 0.7),
      ...against(`create one of ${LINES} lines`, 'create', 'bareCreate', 0.3),
      {
        subject: 'save one changed field of it, server CPU ms (bare: create)',
        ours: spread(cpu('change'), 1),
        bare: spread(cpu('create'), 1),
        ratio: change.toFixed(2),
        goal: '≤ 0.2',
        met: change <= 0.2,
      },
    ];
  } finally {
    bare.kill();
    await bench.stop();
  }
};

/** warnings of the object that a buyer would accept */
const ACCEPTED = ['least', 'twice', 'free', 'rise'].map((code) => `checks.${code}`);

const expectLines = (lines: { readonly length: number }): number => {
  if (lines.length !== LINES) throw new Error(`expected ${LINES} lines, got ${lines.length}`);
  return lines.length;
};

/** Orders of bought materials of the demo factory, each line with a day of its own. */
const orderOf = async (sql: BenchServer['sql']): Promise<() => Wire> => {
  const pick = async (text: string): Promise<Wire[]> => (await sql(text)).rows as Wire[];
  const [supplier] = await pick(
    `select id from org_demo.supplier where is_deleted = 0 and is_disabled = '0' and '1' = any(kinds) order by code limit 1`,
  );
  const materials = await pick(
    `select id, unit_id from org_demo.material where is_deleted = 0 and is_disabled = '0' and code !~ '^(BENCH|BM[0-9])' order by code`,
  );
  const day = (n: number): string => new Date(Date.now() + (10 + n) * 86_400_000).toISOString().slice(0, 10);
  return () => ({
    bizDate: day(-10),
    supplierId: supplier!.id,
    orderType: '1',
    needBy: day(0),
    items: Array.from({ length: LINES }, (_, at) => {
      const material = materials[at % materials.length]!;
      return {
        id: newId(),
        lineNo: (at + 1) * 10,
        materialId: material.id,
        unitId: material.unit_id,
        qty: 100 + at,
        taxPrice: 10 + (at % 50),
        needDate: day(1 + Math.floor(at / materials.length)),
      };
    }),
  });
};

/** A stored order as the columns of the bare endpoint. */
const bareOf = (stored: Wire): { head: Wire; lines: Wire[] } => {
  const snake = (record: Wire): Wire =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [
        key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]),
    );
  return { head: snake({ ...stored, items: undefined }), lines: (stored.items as Wire[]).map(snake) };
};
