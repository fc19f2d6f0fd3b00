/** Flows as a picture and as commands: what a gesture writes is the text of the flow, undone as one, refused where it would make no sense. */
import { describe, expect, it } from 'vitest';
import * as commands from '../../designer/commands/index';
import { askedFields } from '../../designer/flow/conditions';
import { newFlow, nextSpot } from '../../designer/flow/index';
import { type FlowLayout, layOut, slotAt } from '../../designer/flow/layout';
import { litBy } from '../../designer/flow/use-simulation';
import { printDoc } from '../../schemas/language/canon';
import { canonLib } from '../../schemas/language/check/documents';
import { checkFlow } from '../../schemas/language/check/flow';
import type { FlowDoc } from '../../schemas/language/flow/document';
import { entriesAt, valueAt } from '../../schemas/language/steps/index';
import { checkCommand, openStore, shippedDocuments } from '../support/check-command';
import { library, shipped } from './library';

const documents = shippedDocuments();
const own = (doc: FlowDoc) => {
  const store = openStore('flow:poBig', documents);
  expect(store.run(commands.createDocument, { doc })).toBeUndefined();
  const text = () => store.openDocument?.text ?? {};
  const flow = () => text() as unknown as FlowDoc;
  const run = <A>(command: Parameters<typeof checkCommand<A>>[1], args: A) => checkCommand(store, command, args, false);
  return { store, text, flow, run };
};
const made = newFlow({ flow: 'xLeave', title: '大额', object: 'purchaseOrder', category: '10' });
const plain: FlowDoc = { ...made, binds: [{ when: "remark == '加急'" }] };

describe('a simulated document', () => {
  const [head, ...rest] = (shipped('po-big.json') as unknown as FlowDoc).nodes;
  const doc = {
    ...(shipped('po-big.json') as unknown as FlowDoc),
    nodes: [
      head,
      {
        node: 'size',
        title: '金额',
        sort: 'branch',
        ways: [
          { title: '大额', when: 'amount > 5000 && supplier.name != null', nodes: rest.slice(0, 1) },
          { title: '其他' },
        ],
      },
    ],
  } as FlowDoc;
  it('is asked for the fields of its head that conditions read', () => {
    expect(askedFields(doc, library)).toEqual([{ code: 'amount', title: '金额', type: { t: 'decimal' } }]);
  });
  it('lights the nodes it comes to and the ways it takes, and every line between them', () => {
    const lit = litBy(doc, { passed: ['#start', 'head', 'size', '#end'], ways: [{ node: 'size', way: '其他' }] });
    expect([...lit].sort()).toEqual(['', '#end', 'nodes.head', 'nodes.size', 'nodes.size.ways.其他']);
    const { lines } = layOut(doc);
    expect(new Set(lines.map((line) => line.way))).toEqual(
      new Set([
        '',
        'nodes.size.ways.大额',
        'nodes.size.ways.其他',
        'nodes.size.ways.大额.nodes.both.ways.财务',
        'nodes.size.ways.大额.nodes.both.ways.质量',
      ]),
    );
    expect(lines.flatMap((line) => line.to ?? [])).toEqual(
      expect.arrayContaining(['nodes.head', 'nodes.size', '#end', 'nodes.size.ways.大额.nodes.both']),
    );
  });
});

describe('the picture', () => {
  const inside = ({ boxes }: FlowLayout) =>
    boxes.every((box, i) =>
      boxes.every(
        (other, j) =>
          i === j ||
          box.x + box.w <= other.x ||
          other.x + other.w <= box.x ||
          box.y + box.h <= other.y ||
          other.y + other.h <= box.y,
      ),
    );
  it('shows every node of a shipped flow once, none over another, with a place to put something on every line', () => {
    const doc = shipped('po-big.json') as unknown as FlowDoc;
    const layout = layOut(doc);
    expect(layout.boxes.map((box) => box.k)).toEqual([
      ...['start', 'card', 'head', 'way', 'card', 'way', 'card', 'join', 'card', 'card'],
    ]);
    expect(inside(layout)).toBe(true);
    // before, between and behind; nothing behind the end
    expect(layout.slots.map(({ list, after }) => `${list} ${after}`)).toEqual([
      'nodes null',
      'nodes head',
      'nodes.both.ways.财务.nodes null',
      'nodes.both.ways.财务.nodes finance',
      'nodes.both.ways.质量.nodes null',
      'nodes.both.ways.质量.nodes quality',
      'nodes both',
      'nodes gm',
    ]);
    expect(layout.boxes.every((box) => box.x >= 0 && box.x + box.w <= layout.width)).toBe(true);
  });
  it('keeps blocks in blocks apart, and leads nowhere behind ways that all end', () => {
    const ended: FlowDoc['nodes'] = [
      {
        node: 'x',
        title: '条件',
        sort: 'branch',
        ways: [
          {
            title: '大',
            when: 'amount > 1',
            nodes: [
              { node: 'p', title: '并行', sort: 'parallel', ways: [{ title: '甲' }, { title: '乙' }, { title: '丙' }] },
              { node: 'e1', title: '结束', sort: 'end' },
            ],
          },
          { title: '其他', nodes: [{ node: 'e2', title: '结束', sort: 'end', end: 'stop' }] },
        ],
      },
    ];
    const layout = layOut({ nodes: ended });
    expect(inside(layout)).toBe(true);
    expect(layout.boxes.some((box) => box.k === 'end')).toBe(false);
    expect(layout.lines.some((line) => line.isDefault)).toBe(true);
    expect(slotAt(layout.slots, -500, -500)).toBeUndefined();
    const [slot] = layout.slots;
    expect(slotAt(layout.slots, (slot?.x ?? 0) + 20, (slot?.y ?? 0) + 20)).toBe(slot);
  });
});

describe('an own flow', () => {
  it('begins sound, and a branch of conditions is drawn into it', () => {
    expect(checkFlow(made, library).map(({ code, path }) => [code, path])).toEqual([['flow.never', 'binds']]);
    const { flow, text, run } = own(plain);
    expect(checkFlow(flow(), library)).toEqual([]);
    expect(run(commands.addFlowNode, { sort: 'branch', spot: nextSpot(flow(), undefined) })).toBeUndefined();
    expect(entriesAt(text(), 'nodes')).toEqual(['head', 'branch']);
    expect(checkFlow(flow(), library).map(({ path, text: said }) => `${path} ${said}`)).toEqual([
      'nodes.branch.ways.分支1 缺少条件',
    ]);
    const way = 'nodes.branch.ways.分支1';
    expect(run(commands.setProperty, { addresses: [way], key: 'when', to: 'amount > 50000' })).toBeUndefined();
    expect(run(commands.retitleFlowWay, { address: way, title: '大额' })).toBeUndefined();
    expect(
      run(commands.addFlowNode, { sort: 'approve', spot: nextSpot(flow(), 'nodes.branch.ways.大额') }),
    ).toBeUndefined();
    const boss = 'nodes.branch.ways.大额.nodes.approve';
    expect(
      run(commands.setProperty, { addresses: [boss], key: 'who', to: [{ by: 'role', roles: ['gm'] }] }),
    ).toBeUndefined();
    expect(run(commands.addFlowWay, { block: 'nodes.branch' })).toBeUndefined();
    expect(entriesAt(text(), 'nodes.branch.ways')).toEqual(['大额', '分支2', '其他情况']);
    expect(run(commands.removeFlow, { address: 'nodes.branch.ways.分支2' })).toBeUndefined();
    expect(checkFlow(flow(), library)).toEqual([]);
    expect(printDoc(flow() as never, canonLib(library))).toContain('"when": "amount > 50000"');
  });
  it('moves nodes and whole blocks, one undo each', () => {
    const { store, text, flow, run } = own(plain);
    run(commands.addFlowNode, { sort: 'parallel', spot: { list: 'nodes', after: null } });
    expect(entriesAt(text(), 'nodes')).toEqual(['parallel', 'head']);
    const into = { list: 'nodes.parallel.ways.分支1.nodes', after: null };
    expect(run(commands.moveFlowNode, { address: 'nodes.head', spot: into })).toBeUndefined();
    expect(entriesAt(text(), 'nodes')).toEqual(['parallel']);
    store.undo();
    expect(entriesAt(text(), 'nodes')).toEqual(['parallel', 'head']);
    expect(run(commands.shiftFlow, { address: 'nodes.parallel', by: 1 })).toBeUndefined();
    expect(entriesAt(text(), 'nodes')).toEqual(['head', 'parallel']);
    expect(run(commands.shiftFlow, { address: 'nodes.parallel', by: -1 })).toBeUndefined();
    expect(entriesAt(text(), 'nodes')).toEqual(['parallel', 'head']);
    expect(run(commands.duplicateFlow, { address: 'nodes.head' })).toBeUndefined();
    expect(entriesAt(text(), 'nodes')).toEqual(['parallel', 'head', 'head2']);
    expect(new Set(flow().nodes.map((node) => node.node)).size).toBe(3);
  });
  it('refuses what would make no sense, with its reason', () => {
    const { run } = own(plain);
    run(commands.addFlowNode, { sort: 'parallel', spot: { list: 'nodes', after: 'head' } });
    run(commands.addFlowNode, { sort: 'branch', spot: { list: 'nodes', after: 'parallel' } });
    const inner = { list: 'nodes.parallel.ways.分支1.nodes', after: null };
    expect(run(commands.moveFlowNode, { address: 'nodes.parallel', spot: inner })).toBe('不能移动到自己里面');
    expect(run(commands.addFlowNode, { sort: 'end', spot: inner })).toBe('并行分支内不能结束');
    expect(run(commands.addFlowNode, { sort: 'end', spot: { list: 'nodes', after: 'head' } })).toBe(
      '结束后面还有节点，请放到最后',
    );
    expect(run(commands.removeFlow, { address: 'nodes.branch.ways.分支1' })).toBe('分支至少保留两路，可以移除整个分支');
    run(commands.addFlowWay, { block: 'nodes.branch' });
    expect(run(commands.removeFlow, { address: 'nodes.branch.ways.其他情况' })).toBe('默认分支不能移除');
    expect(run(commands.shiftFlow, { address: 'nodes.branch.ways.其他情况', by: -1 })).toBe('默认分支总在最后');
    expect(run(commands.retitleFlowWay, { address: 'nodes.branch.ways.分支1', title: '其他情况' })).toBe(
      '编码重复：其他情况',
    );
  });
});

it('a shipped flow takes own nodes, and keeps its own ways', () => {
  const store = openStore('flow:poBig', documents);
  const text = () => store.openDocument?.text ?? {};
  const run = <A>(command: Parameters<typeof checkCommand<A>>[1], args: A) => checkCommand(store, command, args, false);
  expect(run(commands.addFlowNode, { sort: 'cc', spot: { list: 'nodes', after: 'head' } })).toBeUndefined();
  expect(entriesAt(text(), 'nodes')).toContain(store.openDocument?.overlay === undefined ? 'cc' : 'xCc');
  expect(run(commands.removeFlow, { address: 'nodes.gm' })).toBeUndefined();
  const gm = valueAt(text(), 'nodes.gm') as { readonly off?: boolean } | undefined;
  expect(gm === undefined || gm.off === true).toBe(true);
});
