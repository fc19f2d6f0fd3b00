import { describe, expect, it } from 'vitest';
import { filtered, flattened, type OutlineFace, type OutlineNode, outlineOf } from '../../designer/outline/outline-of';
import { placesOf } from '../../designer/workspace/placing';
import { library } from './library';

const FACES: readonly OutlineFace[] = ['edit', 'list', 'detail', 'actions', 'rules', 'access'];
const order = library.objects.get('purchaseOrder')?.object;
if (order === undefined) throw new Error('purchaseOrder');
const all = (nodes: readonly OutlineNode[]) => flattened(nodes, new Set()).map((row) => row.node);

describe('the outline', () => {
  it.each([...library.objects.keys()])('of %s names every node once and in words', (code) => {
    const object = library.objects.get(code)?.object;
    if (object === undefined) throw new Error(code);
    for (const face of FACES) {
      const nodes = all(outlineOf(object, face)).filter((node) => node.head !== true);
      for (const node of nodes) expect(node.title, node.address).not.toBe('');
      const lists = outlineOf(object, face).filter((node) => node.address !== 'fields' && node.address !== 'actions');
      const addresses = all(lists).flatMap((node) => (node.head === true ? [] : [node.address]));
      expect(new Set(addresses).size).toBe(addresses.length);
    }
  });
  it('shows what the page shows, with quiet words beside it', () => {
    const nodes = all(outlineOf(order, 'list'));
    expect(nodes.find((node) => node.address === 'list.columns.docStatus')).toMatchObject({ note: '右固定' });
    expect(nodes.find((node) => node.address === 'list.search.nbr')).toMatchObject({ note: '扫码' });
    expect(nodes.find((node) => node.address === 'list.search[items.material]')).toMatchObject({ note: '明细' });
  });
  it('says what a rule of the rows does in the titles of their columns', () => {
    const titles = all(outlineOf(order, 'rules')).map((node) => node.title);
    expect(titles).toContain('给单价赋值');
    expect(titles.filter((title) => /price|material|attrKey/.test(title) && !title.includes('{'))).toEqual([]);
  });
  it('says what a check says in the titles of what it names', () => {
    const titles = all(outlineOf(order, 'rules', library.types)).map((node) => node.title);
    expect(titles).toContainEqual(expect.stringMatching(/^供应商「{供应商·名称}」/));
    expect(titles.filter((title) => /{[a-z]+[.}]/i.test(title))).toEqual([]);
  });
  it('a search keeps what stands above a hit; a folded node hides its children', () => {
    const found = all(filtered(outlineOf(order, 'edit'), '供应商')).map((node) => node.address);
    expect(found).toContain('edit.groups.base.fields.supplier');
    expect(found).toContain('edit.groups.base');
    expect(found).not.toContain('edit.groups.terms.fields.needBy');
    const [pages] = outlineOf(order, 'edit');
    if (pages === undefined) throw new Error('no groups');
    expect(flattened([pages], new Set([`/${pages.address} ${pages.title}`]))).toHaveLength(1);
  });
});

describe('where the next thing goes', () => {
  it('is behind what is chosen, in its list', () => {
    expect(placesOf(order, 'edit', ['edit.groups.base.fields.supplier']).next).toEqual({
      list: 'edit.groups.base.fields',
      after: 'supplier',
    });
    expect(placesOf(order, 'list', ['list.columns.buyer']).next).toEqual({ list: 'list.columns', after: 'buyer' });
  });
  it('is the end of a chosen group, or of the last one', () => {
    expect(placesOf(order, 'edit', ['edit.groups.base']).next?.list).toBe('edit.groups.base.fields');
    expect(placesOf(order, 'list', []).next?.list).toBe('list.columns');
  });
  it('what stands on no page is offered, what the strip shows is not', () => {
    const codes = placesOf(order, 'edit', []).unplaced.map((field) => field.code);
    expect(codes).toContain('receivedRate');
    expect(codes).not.toContain('supplier');
    expect(codes).not.toContain('auditStatus');
    expect(codes).not.toContain('docStatus');
  });
});
