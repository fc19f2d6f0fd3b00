/** Documents of an organisation over those of the product: upgrades of the product, and what a publisher may read. */
import { expect, it } from 'vitest';
import type { ObjectDoc } from '../../../schemas/language/document';
import { makeRights, type RoleGrant } from '../../../server/auth/rights';
import { changeOf } from '../../../server/design/candidate';
import type { StoredDocument } from '../../../server/design/documents';
import { overlayConflicts, overlayDoc, overlaySteps, shippedText } from '../../../server/design/overlay';
import { buildOrganisation } from '../../../server/design/registry';
import { leaks } from '../../../server/design/rights';
import type { SchemaFiles } from '../../../server/registry/load';
import { buildRegistry } from '../../../server/registry/registry';
import { note } from '../../support/design';
import { filesOf } from '../../support/records';
import { systemRegistry } from '../../support/registry';

const tool: ObjectDoc = {
  $schema: 'object/2',
  object: 'tool',
  title: '工装',
  route: '/x/tool/list',
  label: 'code',
  fields: { code: { title: '编码' }, place: { title: '位置', max: 50 }, rack: { title: '货架' } },
};
const files = (doc: ObjectDoc): SchemaFiles => filesOf([doc]);
const stored = (id: string, text: unknown, isOverlay = false): StoredDocument => {
  const [sort, code = ''] = id.split(':') as ['object', string];
  return { id, sort, code, version: 1, hash: 'x', area: 'xApp', isOverlay, isGone: false, text: JSON.stringify(text) };
};

it('puts an overlay on a new version of the product; what no longer fits leaves the shipped value and is told', () => {
  const old = files(tool);
  const wanted: ObjectDoc = {
    ...tool,
    title: '模具',
    fields: { ...tool.fields, place: { title: '库位', max: 20 }, rack: { title: '架位' } },
  };
  const steps = overlaySteps(old, 'object:tool', wanted);
  const overlay = stored('object:tool', overlayDoc(old, 'object:tool', steps), true);
  expect(buildOrganisation(old, [overlay], {}).registry.find('tool')).toMatchObject({
    title: '模具',
    fields: { place: { title: '库位', max: 20 } },
  });
  const { rack: _rack, ...left } = tool.fields ?? {};
  const newer = files({ ...tool, fields: { ...left, place: { title: '存放位置', max: 50 } } });
  const { registry, leftOut } = buildOrganisation(newer, [overlay], {});
  expect(leftOut).toEqual([]);
  expect(registry.find('tool')).toMatchObject({ title: '模具', fields: { place: { title: '存放位置', max: 20 } } });
  const conflicts = overlayConflicts(shippedText(newer, 'object:tool')!, steps);
  expect(conflicts.map(({ address, why }) => [address, why])).toEqual([
    ['fields.place.title', 'changed'],
    ['fields.rack.title', 'gone'],
  ]);
});

it('leaves out only what an upgrade breaks', () => {
  const own = stored('object:xNote', note({}));
  const clash = stored('report:xNote', {
    $schema: 'report/1',
    report: 'xNote',
    title: '重复',
    from: 'xNote',
    dims: {},
    measures: {},
  });
  const gone = stored(
    'object:vanished',
    { $schema: 'overlay/2', overlay: 'vanished', of: 'object:vanished', base: '', steps: [] },
    true,
  );
  const { registry, leftOut } = buildOrganisation(files(tool), [own, { ...clash, sort: 'report' }, gone], {});
  expect([...registry.objects.keys()]).toEqual(expect.arrayContaining(['tool', 'xNote']));
  expect(leftOut.map(({ id }) => id).sort()).toEqual(['object:vanished', 'report:xNote']);
});

it('lets nobody publish what reads more than he sees', () => {
  const shipped = systemRegistry();
  const doc = note({
    total: { title: '材料数', type: 'int', formula: 'count(material)' },
    boss: { title: '员工', kind: 'dialogSelect', ref: 'employee' },
  });
  const changes = [changeOf(shipped, shipped, 'object:xNote', doc, 'xApp')];
  const next = buildRegistry({
    ...shipped.files,
    objects: [...shipped.files.objects, { doc, area: 'xApp', file: 'x' }],
  });
  const rights = (more: Partial<RoleGrant>) =>
    makeRights(
      [
        {
          id: '1',
          code: 'r',
          isSuper: false,
          functions: ['dataModel:publish'],
          fieldGroups: [],
          scope: { scope: '1', depts: [] },
          scopes: new Map(),
          ...more,
        },
      ],
      false,
    );
  expect(leaks(rights({}), next, changes).map(({ code, text }) => [code, text])).toEqual([
    ['grant.scope', '发布人没有「物料」的全部查看权限'],
  ]);
  expect(leaks(rights({ functions: ['material:view'], scope: { scope: '3', depts: [] } }), next, changes)).toHaveLength(
    1,
  );
  expect(leaks(rights({ functions: ['material:view'] }), next, changes)).toEqual([]);
  expect(leaks(rights({ isSuper: true }), next, changes)).toEqual([]);
  // a value to fill is an expression too, and a path over a reference reads the other object
  const answers = { 'object:xNote': { 'fields.code': { fill: '=boss.name' } } };
  expect(leaks(rights({ functions: ['material:view'] }), next, changes, answers).map(({ text }) => text)).toEqual([
    '发布人没有「员工」的全部查看权限',
  ]);
  // fields of a group he does not hold
  const priced = note({ sum: { title: '金额', type: 'decimal', formula: 'sum(purchaseOrder.totalAmount)' } });
  const more = [changeOf(shipped, shipped, 'object:xNote', priced, 'xApp')];
  const functions = ['purchaseOrder:view'];
  expect(leaks(rights({ functions }), next, more)).toHaveLength(1);
  expect(leaks(rights({ functions, fieldGroups: ['price'] }), next, more)).toEqual([]);
  // who may do what is the business of superusers
  const role = shippedText(shipped.files, 'object:role')!;
  const opened = [changeOf(shipped, shipped, 'object:role', { ...role, title: '岗位' } as typeof role)];
  expect(leaks(rights({}), shipped, opened)[0]?.text).toBe('只有超级管理员可以发布改变「角色」的文档');
  expect(leaks(rights({ isSuper: true }), shipped, opened)).toEqual([]);
});
