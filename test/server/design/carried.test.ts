/** A field with another code: what the organisation keeps beside its documents goes on under it, and a rollback takes all of it back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc, ObjectDoc } from '../../../schemas/language/document';
import type { FlowDoc } from '../../../schemas/language/flow/document';
import type { ResolvedField } from '../../../schemas/language/resolved';
import { RECORDS } from '../../../server/design/carried/records';
import { FAMILIES, TABLES } from '../../../server/design/carried/tables';
import { publish } from '../../../server/design/publish';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import { inWrite } from '../../../server/records/context';
import { saveRecord } from '../../../server/records/save/save';
import { historyOf } from '../../../server/records/trail/history';
import { handleCall } from '../../../server/workflow/calls';
import { processOf } from '../../../server/workflow/process';
import { type Designing, openDesign, wish } from '../../support/design';

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design.factory.database.drop());

const APP = 'xShop';
interface Codes {
  readonly limit: string;
  readonly at: string;
  readonly no: string;
  readonly was?: true;
}
const OLD: Codes = { limit: 'limit', at: 'at', no: 'no' };
const NEW: Codes = { limit: 'range', at: 'spot', no: 'serial', was: true };
const BACK: Codes = { ...OLD, was: true };
const former = (codes: Codes, key: 'limit' | 'at' | 'no') =>
  codes.was === undefined ? {} : { was: codes === NEW ? OLD[key] : NEW[key] };
const seal = (codes: Codes): ObjectDoc => ({
  $schema: 'object/2',
  object: 'xGauge',
  title: '量具申请',
  use: ['document'],
  route: '/app/xGauge/list',
  audit: 'flow',
  fields: {
    nbr: { rule: 'LJ{yyyyMMdd}{seq:4}' },
    [codes.limit]: { title: '量程', type: 'decimal', ...former(codes, 'limit') },
    marks: {
      title: '刻度',
      kind: 'tabTable',
      fields: {
        [codes.at]: { title: '位置', type: 'decimal', ...former(codes, 'at') },
        pics: { title: '图片', type: 'file' },
      },
    },
  },
  list: { columns: ['nbr', codes.limit] },
  edit: { groups: { base: { title: '基本', fields: [codes.limit, 'marks'] } } },
});
const tool = (codes: Codes): ObjectDoc => ({
  $schema: 'object/2',
  object: 'xTool',
  title: '量具',
  route: '/app/xTool/list',
  label: 'name',
  fields: {
    [codes.no]: { title: '编号', kind: 'autoCode', rule: 'G{seq:3}', ...former(codes, 'no') },
    name: { title: '名称', kind: 'input' },
    gauge: { title: '申请', kind: 'dialogSelect', ref: 'xGauge' },
    limit: { title: '自己的上限', type: 'decimal' },
  },
  list: { columns: [codes.no, 'name', `gauge.${codes.limit}`, 'limit'] },
  edit: { groups: { base: { title: '基本', fields: ['name', 'gauge', 'limit'] } } },
  actions: { add: {}, edit: {}, del: {} },
});
// keys as they are printed: a version of a flow is known by its text
const flow = (codes: Codes): FlowDoc => ({
  $schema: 'flow/1',
  flow: 'xGaugeFlow',
  title: '量具审批',
  object: 'xGauge',
  category: '90',
  keys: [codes.limit],
  resubmit: 'node',
  repeat: 'none',
  binds: [{ default: true }],
  nodes: [
    {
      node: 'first',
      title: '初审',
      sort: 'approve',
      who: [{ by: 'user', users: ['admin'] }],
      self: 'do',
      fields: { [codes.limit]: 'edit', [`marks.${codes.at}`]: 'read' },
    },
    {
      node: 'split',
      title: '量程大小',
      sort: 'branch',
      ways: [
        {
          when: `${codes.limit} > 100`,
          title: '大',
          nodes: [
            {
              node: 'second',
              title: '复审',
              sort: 'approve',
              who: [{ by: 'user', users: ['admin'] }],
              self: 'do',
            },
          ],
        },
        { title: '小' },
      ],
    },
  ],
});
const menu: AnyDoc = {
  $schema: 'menus/1',
  area: APP,
  title: '量具室',
  items: { xGauge: { title: '量具申请', page: 'xGauge' }, xTool: { title: '量具', page: 'xTool' } },
};
const all = (codes: Codes) => [
  wish(seal(codes), APP),
  wish(tool(codes), APP),
  { id: 'flow:xGaugeFlow', doc: flow(codes) as AnyDoc, area: APP },
];
const published = async (codes: Codes): Promise<void> => {
  await publish(await design.as(), () => (codes.was ? all(codes) : [...all(codes), wish(menu, APP)]), {
    note: '编码',
  });
};

interface Doc {
  readonly id: string;
  readonly version: number;
}
const save = async (object: string, rec: object): Promise<Doc> => {
  const ctx = await design.as();
  const saved = await saveRecord(ctx, object, { rec: rec as never, page: ctx.registry.page(object)! });
  return { id: String(saved.id), version: Number(saved.version) };
};
const stored = async (object: string, id: string) => (await design.as()).asSystem().records.get(object, id);
const submit = async (id: string): Promise<void> => {
  const ctx = await design.as();
  const page = ctx.registry.page('xGauge')!;
  const { version } = (await stored('xGauge', id))!;
  await inWrite(ctx, (inner) =>
    runAction(inner, page.object, 'submit', { targets: [{ id, version: Number(version) }], page }),
  );
};
const handle = async (id: string, act: string, more: object = {}): Promise<void> => {
  const ctx = await design.as();
  const { myTask } = (await processOf(ctx, 'xGauge', id)) as { myTask: { id: string; version: number } };
  await handleCall(await design.as(), { token: newId(), taskId: myTask.id, version: myTask.version, act, ...more });
};
const task = async (id: string) =>
  ((await processOf(await design.as(), 'xGauge', id)) as { myTask: Record<string, unknown> | null }).myTask;

let small: Doc;
let large: Doc;
let rejected: Doc;
it('is told beside a first version, with three approvals that run', async () => {
  await published(OLD);
  const rows = () => ({ marks: [{ id: newId(), at: 5 }] });
  small = await save('xGauge', { limit: 30, ...rows() });
  large = await save('xGauge', { limit: 30, ...rows() });
  rejected = await save('xGauge', { limit: 300 });
  for (const { id } of [small, large, rejected]) await submit(id);
  await handle(rejected.id, 'agree');
  await handle(rejected.id, 'reject', { opinion: '量程不对' });
  expect(await task(small.id)).toMatchObject({ node: 'first', fields: { limit: 'edit', 'marks.at': 'read' } });
});

describe('kept beside the documents', () => {
  const content = {
    where: "limit > 10 && exists(marks, at > 1) && remark != 'limit'",
    search: { limit: 'limit' },
    sort: '-limit,nbr',
    columns: ['nbr', 'limit'],
  };
  const settings = {
    columns: { list: ['nbr', 'limit'] },
    all: { list: ['limit', 'nbr'] },
    width: { list: { limit: 90 }, marks: { at: 120 } },
    pin: { list: { limit: 'left' } },
  };
  const kept = async () => {
    const one = async (text: string) => (await design.rows<{ value: unknown }>(text))[0]?.value;
    return {
      scheme: await one("select content as value from $.mw_scheme where name = '量程方案'"),
      other: await one("select content as value from $.mw_scheme where name = '别的方案'"),
      columns: await one("select content as value from $.mw_field_search where type = 'xGauge'"),
      files: await one("select jsonb_agg(path order by path) as value from $.mw_file_use where object = 'xGauge'"),
      sync: await one("select map as value from $.mw_sync_table where name = '量具表'"),
      notice: await one(
        "select jsonb_build_array(condition, title, body) as value from $.notice_rule where name = '量程通知'",
      ),
      fix: await one(
        'select jsonb_build_array(field, "where", changed) as value from $.data_fix where reason = \'量程修正\'',
      ),
      number: await one(
        `select jsonb_build_array(r.condition, s.field) as value from $.code_rule r join $.code_rule_segments s on s.head_id = r.id
          where r.name = '量程编号'`,
      ),
      formula: await one("select expr as value from $.formula where name = '量程公式'"),
    };
  };
  const insert = async (text: string): Promise<void> => void (await design.rows(text));

  it('follows a new code, and only where the field is meant', async () => {
    const admin = (await design.as()).session.me.id;
    const file = newId();
    const json = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;
    await insert(`insert into $.mw_scheme (id, type, name, content, owner_id) values
      ('${newId()}', 'xGauge', '量程方案', ${json(content)}, '${admin}'),
      ('${newId()}', 'xTool', '别的方案', ${json({ where: 'gauge.limit > limit', sort: 'limit' })}, '${admin}')`);
    await insert(`insert into $.mw_field_search (id, type, owner_id, content)
      values ('${newId()}', 'xGauge', '${admin}', ${json(settings)})`);
    await insert(`insert into $.mw_file (id, name, ext, mime, file_type, size, sha256, uploaded_by_id)
      values ('${file}', 'a.png', 'png', 'image/png', 'image', 1, 'x', '${admin}')`);
    await insert(`insert into $.mw_file_use (file_id, object, record_id, path) values
      ('${file}', 'xGauge', '${small.id}', 'marks.at'), ('${file}', 'xGauge', '${small.id}', 'limit'),
      ('${file}', 'xGauge', '${small.id}', 'limits')`);
    await insert(`insert into $.mw_sync_table (id, name, connection, table_name, target, key_columns, map, every, delete_rule)
      values ('${newId()}', '量具表', 'erp', 'gauges', 'xGauge', '{limit}', ${json([{ column: 'limit', field: 'limit' }])}, 60, '10')`);
    await insert(`insert into $.notice_rule (id, name, code, event, condition, level, title, body, channels, push_link, stop_when)
      values ('${newId()}', '量程通知', 'XTZ1', 'xGauge.add', 'limit > 1', '2', '量程{limit}', '{nbr}的limit为{limit}', '{inbox}', '1', '1')`);
    await insert(`insert into $.data_fix (id, nbr, object, way, "where", field, reason, doc_status, changed)
      values ('${newId()}', 'XZ1', 'xGauge', '10', 'limit > 2', 'limit', '量程修正', '60', ${json([{ id: small.id, field: 'limit', from: 1, to: 2 }])})`);
    await insert(`insert into $.formula (id, code, name, revision, use_for, object, expr, result_type, scale)
      values ('${newId()}', 'XGS1', '量程公式', '1', '1', 'xGauge', 'limit * 2 + sum(marks, at)', 'dec', 4)`);
    const rule = newId();
    await insert(`insert into $.code_rule (id, code, name, doc_type, usage, condition, priority, date_source, origin, is_disabled)
      values ('${rule}', 'XBM1', '量程编号', 'xGauge', '1', 'limit > 3', 1, '0', '0', '1')`);
    await insert(`insert into $.code_rule_segments (id, head_id, line_no, seg_type, field)
      values ('${newId()}', '${rule}', 10, '3', 'limit')`);
    await save('xTool', { name: '一', gauge: small.id });
    const before = await kept();

    await published(NEW);
    expect(await kept()).toEqual({
      scheme: {
        where: "range > 10 && exists(marks, spot > 1) && remark != 'limit'",
        search: { range: 'limit' },
        sort: '-range,nbr',
        columns: ['nbr', 'range'],
      },
      other: { where: 'gauge.range > limit', sort: 'limit' },
      columns: {
        columns: { list: ['nbr', 'range'] },
        all: { list: ['range', 'nbr'] },
        width: { list: { range: 90 }, marks: { spot: 120 } },
        pin: { list: { range: 'left' } },
      },
      files: ['limits', 'marks.spot', 'range'],
      sync: [{ column: 'limit', field: 'range' }],
      notice: ['range > 1', '量程{range}', '{nbr}的limit为{range}'],
      fix: ['range', 'range > 2', [{ id: small.id, field: 'range', from: 1, to: 2 }]],
      number: ['range > 3', 'range'],
      formula: 'range * 2 + sum(marks, spot)',
    });
    // numbers go on
    const second = await save('xTool', { name: '二' });
    expect(await stored('xTool', second.id)).toMatchObject({ serial: 'G002' });

    await published(BACK);
    expect(await kept()).toEqual(before);
    await published(NEW);
  });

  it('lists every table of the engine, and says why the others name no field', async () => {
    const { rows } = {
      rows: await design.rows<{ name: string }>(`select c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = '$' and c.relname like 'mw\\_%'
      and c.relkind in ('r', 'p') and not c.relispartition order by 1`),
    };
    const names = rows
      .map(({ name }) => name)
      .filter((name) => !Object.keys(FAMILIES).some((family) => name.startsWith(family)));
    expect(names).toEqual(Object.keys(TABLES).sort());
  });

  it('lists every field of records that can name fields', async () => {
    const { registry } = await design.as();
    const names = (field: ResolvedField): boolean =>
      field.formula === undefined &&
      (field.kind === 'expression' || (field.kind === 'input' && /字段$/.test(field.title)));
    const paths = [...registry.objects.values()]
      .filter(({ object, storage }) => storage !== 'none' && !object.startsWith('x'))
      .flatMap(({ object, fields }) =>
        Object.values(fields).flatMap((field) =>
          [field, ...Object.values(field.sub?.fields ?? {})].filter(names).map(({ path }) => `${object}.${path}`),
        ),
      );
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !Object.hasOwn(RECORDS, path))).toEqual([]);
    // and none that is not there
    const unknown = Object.keys(RECORDS).filter((path) => {
      const [object = '', first = '', second] = path.split('.');
      const field = registry.find(object)?.fields[first];
      return (second === undefined ? field : field?.sub?.fields[second]) === undefined;
    });
    expect(unknown).toEqual([]);
  });
});

describe('a running approval', () => {
  it('goes on with the new code: who may edit it, which way it takes, what a resubmit compares', async () => {
    expect(await task(small.id)).toMatchObject({ fields: { range: 'edit', 'marks.spot': 'read' } });
    await handle(large.id, 'agree', { fields: { range: '150' } });
    expect(await stored('xGauge', large.id)).toMatchObject({ range: 150 });
    expect(await task(large.id)).toMatchObject({ node: 'second' });
    await handle(large.id, 'back', { nodeCode: 'first', opinion: '再看' });
    expect(await task(large.id)).toMatchObject({ node: 'first' });
    await handle(large.id, 'agree');
    expect(await task(large.id)).toMatchObject({ node: 'second' });
    // straight to who rejected it: the key field says what it said
    const { version } = (await stored('xGauge', rejected.id))!;
    await save('xGauge', { id: rejected.id, version, remark: '补充说明' });
    await submit(rejected.id);
    expect(await task(rejected.id)).toMatchObject({ node: 'second' });
  });

  it('and after a rollback with the old one again', async () => {
    await published(BACK);
    await handle(rejected.id, 'agree');
    await handle(large.id, 'agree');
    expect(await stored('xGauge', large.id)).toMatchObject({ limit: 150, auditStatus: '2' });
    expect(await task(small.id)).toMatchObject({ fields: { limit: 'edit', 'marks.at': 'read' } });
    await handle(small.id, 'agree');
    expect(await stored('xGauge', small.id)).toMatchObject({ limit: 30, auditStatus: '2' });
    await published(NEW);
  });
});

describe('the trail', () => {
  it('says what stood under codes of before, of rows too', async () => {
    const ctx = await design.as();
    const { records } = await historyOf(ctx, ctx.registry.page('xGauge')!, { id: large.id });
    const said = records.flatMap(({ changes }) => changes.map(({ field, title, after }) => [field, title, after]));
    expect(said).toContainEqual(['range', '量程', 30]);
    expect(said).toContainEqual(['range', '量程', 150]);
    expect(said.filter(([field]) => field === 'limit' || field === 'at')).toEqual([]);
    const doc = await save('xGauge', { range: 1, marks: [{ id: newId(), spot: 7 }] });
    await published(BACK);
    const saved = await stored('xGauge', doc.id);
    const [row] = saved!.marks as unknown as readonly { readonly id: string }[];
    await save('xGauge', { id: doc.id, version: doc.version, marks: [{ ...row, at: 8 }] });
    await published(NEW);
    const again = await design.as();
    const history = await historyOf(again, again.registry.page('xGauge')!, { id: doc.id });
    const rows = history.records.flatMap(({ changes }) =>
      changes.map(({ field, title, after }) => [field, title, after]),
    );
    expect(rows).toContainEqual(['marks.spot', '刻度第10行 位置', 8]);
    expect(rows).toContainEqual(['range', '量程', 1]);
  });
});
