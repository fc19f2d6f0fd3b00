/** BPMN 2.0 in and out: the reference suite of test/fixtures/bpmn, hostile files, and flow → BPMN → flow to the byte. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printDoc } from '../../../schemas/language/canon';
import type { FlowDoc, FlowNodeDoc } from '../../../schemas/language/flow/index';
import { exportBpmn } from '../../../server/workflow/bpmn/export';
import { guardBpmn } from '../../../server/workflow/bpmn/guard';
import { importBpmn } from '../../../server/workflow/bpmn/import';
import { Dice, randomNodes } from '../../language/flow/random';
import { flowOf } from '../../support/flow';

const ROOT = join(import.meta.dirname, '../../..');
const FIXTURES = join(ROOT, 'test/fixtures/bpmn');
const verdicts = JSON.parse(readFileSync(join(FIXTURES, 'verdicts.json'), 'utf8')) as {
  readonly [name: string]: string;
};
const INTO = { flow: 'imported', object: 'purchaseOrder' };

/** What a flow is, on one line. */
function outline(nodes: readonly FlowNodeDoc[] = []): string {
  return nodes
    .map(({ sort, title, ways, until }) => {
      const inner = ways?.map(
        (way) => `${way.title}${way.when === undefined ? '' : ` ${way.when}`}: ${outline(way.nodes)}`,
      );
      const time = until?.minutes === undefined ? '' : ` ${until.minutes}`;
      return `${sort} ${title}${time}${inner === undefined ? '' : ` [${inner.join(' | ')}]`}`;
    })
    .join(', ');
}
const verdictOf = async (xml: string): Promise<string> => {
  const { flow, problems } = await importBpmn(xml, INTO);
  return problems === undefined ? outline(flow.nodes) : (problems[0]?.text ?? '');
};

describe('reference suite', () => {
  it('has a verdict for every file', () => {
    const files = readdirSync(FIXTURES).flatMap((file) => (file.endsWith('.bpmn') ? [file.slice(0, -5)] : []));
    expect(files.sort()).toEqual(Object.keys(verdicts).sort());
  });
  it.each(Object.entries(verdicts))('%s: %s', async (name, verdict) => {
    expect(await verdictOf(readFileSync(join(FIXTURES, `${name}.bpmn`), 'utf8'))).toBe(verdict);
  });
  it('gives foreign nodes codes of ours and keeps what is said about them', async () => {
    const { flow } = await importBpmn(readFileSync(join(FIXTURES, 'bpmn-io.bpmn'), 'utf8'), INTO);
    expect(flow).toMatchObject({ $schema: 'flow/1', flow: 'imported', title: '费用报销', object: 'purchaseOrder' });
    expect(flow?.nodes.map((node) => node.node)).toEqual(['n2', 'n3', 'n6']);
    const other = await importBpmn(readFileSync(join(FIXTURES, 'default-namespace.bpmn'), 'utf8'), INTO);
    expect(other.flow?.nodes[0]).toEqual({ node: 'boss', title: '主管', note: '三天以内', sort: 'approve' });
  });
});

describe('hostile files', () => {
  const wrap = (inner: string): string =>
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${inner}</process></definitions>`;
  it.each([
    ['too long', () => wrap(' '.repeat(1_000_001)), '超过1MB'],
    ['too deep', () => wrap(`${'<extensionElements>'.repeat(40)}${'</extensionElements>'.repeat(40)}`), '嵌套过深'],
    ['too many', () => wrap('<userTask id="a"/>'.repeat(5001)), '元素过多'],
    ['a tag of blanks', () => wrap(`<userTask${' '.repeat(900_000)}!/>`), '格式不正确'],
    [
      'many attributes',
      () => wrap(`<userTask ${Array.from({ length: 50 }, (_, i) => `xmlns:a${i}="b"`).join(' ')}/>`),
      '格式不正确',
    ],
    ['quotes that never close', () => wrap(`<userTask id="${'a'.repeat(900_000)}`), '格式不正确'],
    ['a comment that never closes', () => `${wrap('')}<!--${'-'.repeat(900_000)}`, '格式不正确'],
    ['brackets', () => '<'.repeat(900_000), '格式不正确'],
  ])('%s', (_, make, why) => {
    const xml = make();
    const start = performance.now();
    expect(guardBpmn(xml)).toEqual({ why: 'file', text: why });
    expect(performance.now() - start).toBeLessThan(20_000);
  });
  it('of many nodes or deep blocks are refused, not followed', async () => {
    const many = Array.from({ length: 600 }, (_, i) => `<userTask id="t${i}"/>`).join('');
    expect(await verdictOf(wrap(`<startEvent id="s"/>${many}<endEvent id="e"/>`))).toBe('不支持的BPMN元素：602个节点');
    let nodes: readonly FlowNodeDoc[] = [];
    for (let i = 0; i < 40; i += 1)
      nodes = [{ node: `b${i}`, title: 'x', sort: 'parallel', ways: [{ title: 'a', nodes }, { title: 'b' }] }];
    expect(await verdictOf(await exportBpmn(flowOf(nodes)))).toMatch(/未正确汇聚$/);
  });
});

describe('flow → BPMN → flow', () => {
  const shipped = readdirSync(join(ROOT, 'schemas/flows')).map((file) => join(ROOT, 'schemas/flows', file));
  it.each([...shipped, join(ROOT, 'test/fixtures/flows/everything.json')])(
    '%s is the same to the byte',
    async (path) => {
      const doc = JSON.parse(readFileSync(path, 'utf8')) as FlowDoc;
      const { flow, problems } = await importBpmn(await exportBpmn(doc), INTO);
      expect(problems).toBeUndefined();
      expect(printDoc(flow as FlowDoc)).toBe(printDoc(doc));
    },
  );
  it('is the same for random flows', { timeout: 300_000 }, async () => {
    const runs = process.env.LAWS === 'full' ? 1000 : 30;
    for (let seed = 1; seed <= runs; seed += 1) {
      const doc = flowOf(randomNodes(new Dice(seed)));
      const { flow, problems } = await importBpmn(await exportBpmn(doc), INTO);
      expect(problems, `flow ${seed}`).toBeUndefined();
      expect(printDoc(flow as FlowDoc), `flow ${seed}`).toBe(printDoc(doc));
    }
  });
  it('keeps the file of the shipped flow', async () => {
    const doc = JSON.parse(readFileSync(join(ROOT, 'schemas/flows/po-big.json'), 'utf8')) as FlowDoc;
    expect(await exportBpmn(doc)).toBe(readFileSync(join(FIXTURES, 'po-big.xml'), 'utf8'));
  });
  it('draws every element once, none over another, every line from box to box', async () => {
    const doc = JSON.parse(readFileSync(join(ROOT, 'test/fixtures/flows/everything.json'), 'utf8')) as FlowDoc;
    const xml = await exportBpmn(doc);
    const ids = [...xml.matchAll(/<bpmn:(?:\w+(?:Task|Event|Gateway)|sequenceFlow) id="([^"]+)"/g)].map(
      (match) => match[1],
    );
    const drawn = [...xml.matchAll(/bpmnElement="([^"]+)"/g)]
      .map((match) => match[1])
      .filter((id) => !id?.startsWith('Process'));
    expect(drawn.sort()).toEqual(ids.sort());
    const boxes = [...xml.matchAll(/<dc:Bounds x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map((match) =>
      match.slice(1).map(Number),
    ) as [number, number, number, number][];
    for (const [i, [x, y, w, h]] of boxes.entries())
      for (const [ox, oy, ow, oh] of boxes.slice(i + 1))
        expect(x < ox + ow && ox < x + w && y < oy + oh && oy < y + h, `${x},${y} and ${ox},${oy}`).toBe(false);
  });
});
