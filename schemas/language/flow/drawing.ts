/**
 * A flow as BPMN draws it: starts, joins and ends written out, every element in its box, every line with its bends. The export writes
 * this drawing, pages show it.
 */
import { type FlowDoc, type FlowNodeDoc, type FlowWayDoc, isBlock, type NodeSort } from './document';
import { type Box, type Drawn, layOutFlow, type Point, SIZES, wayPoints } from './layout';

export interface DrawnElement {
  readonly id: string;
  /** `start`, `end` and `join` are implied, no node of the text says them */
  readonly kind: 'start' | 'node' | 'join' | 'end';
  readonly sort: NodeSort | 'start';
  readonly node?: FlowNodeDoc;
  readonly box: Box;
}
export interface DrawnLine {
  readonly from: string;
  readonly to: string;
  /** the way it opens, at its gateway, and which one it is */
  readonly way?: FlowWayDoc;
  readonly index: number;
  readonly points: readonly Point[];
}
export interface FlowDrawing {
  readonly elements: readonly DrawnElement[];
  readonly lines: readonly DrawnLine[];
  readonly width: number;
  readonly height: number;
}

/** a way that is open at its end: where the next line starts, and what the line is */
interface Loose {
  readonly from: string;
  readonly way?: FlowWayDoc;
  readonly index?: number;
}
type Element = Omit<DrawnElement, 'box'>;
type Line = Omit<DrawnLine, 'points'>;

/** The drawing of a sound text; of one that is not, whatever of it can be drawn. */
export function drawFlow({ nodes }: Pick<FlowDoc, 'nodes'>): FlowDrawing {
  const elements: Element[] = [];
  const lines: Line[] = [];
  const put = (element: Element): string => {
    elements.push(element);
    return element.id;
  };
  const connect = (loose: readonly Loose[], to: string): void => {
    for (const { from, way, index = 0 } of loose)
      lines.push({ from, to, index, ...(way === undefined ? {} : { way }) });
  };
  /** Elements of a list that `before` leads into; answers what is open behind it. */
  const chain = (
    list: readonly FlowNodeDoc[],
    before: readonly Loose[],
  ): { readonly drawn: readonly Drawn[]; readonly loose: readonly Loose[] } => {
    let loose = before;
    const drawn: Drawn[] = [];
    for (const node of list) {
      const { node: id, sort, ways } = node;
      put({ id, kind: 'node', sort, node });
      connect(loose, id);
      if (!isBlock(sort)) {
        drawn.push(sized(id, sort));
        loose = sort === 'end' ? [] : [{ from: id }];
        continue;
      }
      const inner = (ways ?? []).map((way, index) => chain(way.nodes ?? [], [{ from: id, way, index }]));
      const open = inner.flatMap((item) => item.loose);
      const join = open.length === 0 ? undefined : put({ id: `${id}_join`, kind: 'join', sort });
      if (join !== undefined) connect(open, join);
      drawn.push({ id, ways: inner.map((item) => item.drawn), join });
      loose = join === undefined ? [] : [{ from: join }];
    }
    return { drawn, loose };
  };
  const start = put({ id: 'Start_1', kind: 'start', sort: 'start' });
  const { drawn, loose } = chain(nodes, [{ from: start }]);
  const end: Drawn[] = [];
  if (loose.length > 0) {
    const id = put({ id: 'End_1', kind: 'end', sort: 'end' });
    connect(loose, id);
    end.push(sized(id, 'end'));
  }
  const { boxes, lanes } = layOutFlow([sized(start, 'start'), ...drawn, ...end]);
  const box = (id: string): Box => boxes.get(id) as Box;
  const all = [...boxes.values()];
  return {
    elements: elements.map((element) => ({ ...element, box: box(element.id) })),
    lines: lines.map((line) => {
      const { from, to, way, index } = line;
      const lane = to === `${from}_join` ? lanes.get(`${from}/${index}`) : undefined;
      return { ...line, points: wayPoints(box(from), box(to), way !== undefined, lane) };
    }),
    width: Math.max(...all.map(({ x, width }) => x + width)) + MARGIN,
    height: Math.max(...all.map(({ y, height }) => y + height), ...lanes.values()) + MARGIN,
  };
}
const MARGIN = 40;
const EVENTS: ReadonlySet<string> = new Set(['start', 'end', 'wait']);
const sized = (id: string, sort: DrawnElement['sort']): Drawn => ({
  id,
  width: EVENTS.has(sort) ? SIZES.event : SIZES.taskWidth,
  height: EVENTS.has(sort) ? SIZES.event : SIZES.taskHeight,
});

/** What a page needs to show of a drawing: no conditions, no people. */
export interface FlowPicture {
  readonly width: number;
  readonly height: number;
  readonly elements: readonly (Box & Pick<DrawnElement, 'id' | 'kind' | 'sort'> & { readonly title: string })[];
  readonly lines: readonly {
    readonly title: string;
    readonly isDefault: boolean;
    readonly points: readonly (readonly [x: number, y: number])[];
  }[];
}
/** The picture of a text; what is off is left out. */
export function pictureOf({ nodes }: Pick<FlowDoc, 'nodes'>): FlowPicture {
  const { elements, lines, width, height } = drawFlow({ nodes: onlyOn(nodes) });
  const sorts = new Map(elements.map(({ id, sort }) => [id, sort]));
  return {
    width,
    height,
    elements: elements.map(({ id, kind, sort, node, box }) => ({ id, kind, sort, title: node?.title ?? '', ...box })),
    lines: lines.map(({ from, way, points }) => ({
      title: way?.title ?? '',
      isDefault: way !== undefined && way.when === undefined && sorts.get(from) !== 'parallel',
      points: points.map(({ x, y }) => [x, y] as const),
    })),
  };
}
const onlyOn = (nodes: readonly FlowNodeDoc[]): readonly FlowNodeDoc[] =>
  nodes
    .filter((node) => node.off !== true)
    .map((node) =>
      node.ways === undefined
        ? node
        : {
            ...node,
            ways: node.ways
              .filter((way) => way.off !== true)
              .map((way) => ({ ...way, nodes: onlyOn(way.nodes ?? []) })),
          },
    );
