/** The picture of a flow: cards from top to bottom, a plus on every line. What is dragged goes to the nearest plus. */
import { Dropdown } from 'antd';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { FlowDoc, NodeSort } from '../../schemas/language/flow/document';
import { END } from '../../schemas/language/flow/graph';
import { isWithin } from '../../schemas/language/steps/index';
import { Glyph } from '../Glyph';
import { useTaken } from '../parts/Dragging';
import styles from './flow.module.css';
import { type Drawn, layOut, type Slot, slotAt } from './layout';
import { MiniMap } from './MiniMap';
import { headWords, joinWords, limitWords, type Names, NODE_ICONS, nodeWords, sortTitle, wayWords } from './words';

export const SORTS: readonly NodeSort[] = [
  ...(['approve', 'work', 'cc', 'branch', 'inclusive', 'parallel', 'service', 'wait', 'end'] as const),
];
export const ZOOMS = [50, 67, 80, 90, 100, 110, 125, 150] as const;

export interface FlowCanvasHandle {
  /** the slot under a point of the window */
  slotAt(x: number, y: number): Slot | undefined;
}
interface Props {
  readonly handle: Ref<FlowCanvasHandle>;
  readonly doc: FlowDoc;
  readonly names: Names;
  readonly selection: readonly string[];
  readonly problems: readonly { readonly address: string; readonly level: 'error' | 'warn' }[];
  /** while something is dragged: the slot it would go to */
  readonly aim: { readonly slot: Slot; readonly refused: string | undefined } | undefined;
  readonly isDragging: boolean;
  /** addresses a simulated document comes to; undefined = nothing is simulated */
  readonly lit: ReadonlySet<string> | undefined;
  readonly readonly: boolean;
  readonly onSelect: (address: string) => void;
  readonly onAdd: (sort: NodeSort, slot: Slot) => void;
  readonly onWay: (block: string) => void;
  readonly tools: (box: { readonly address: string; readonly title: string }) => ReactNode;
}

const rem = (px: number): string => `${px / 12}rem`;

export const FlowCanvas = (props: Props) => {
  const { doc, selection, isDragging, lit, onSelect } = props;
  const layout = useMemo(() => layOut(doc), [doc]);
  const scroll = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<number>(100);
  /** px of the window for one of the plain size */
  const scaleOf = (): number => (sheet.current?.getBoundingClientRect().width ?? layout.width) / layout.width;
  useImperativeHandle(
    props.handle,
    () => ({
      slotAt: (x, y) => {
        const box = sheet.current?.getBoundingClientRect();
        const seen = scroll.current?.getBoundingClientRect();
        if (box === undefined || seen === undefined) return undefined;
        if (x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) return undefined;
        const scale = box.width / layout.width;
        return slotAt(layout.slots, (x - box.left) / scale, (y - box.top) / scale);
      },
    }),
    [layout],
  );
  const first = selection[0];
  useEffect(() => {
    if (first === undefined) return;
    scroll.current
      ?.querySelector(`[data-address="${CSS.escape(first)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [first]);
  const step = (by: 1 | -1): void => {
    const at = ZOOMS.findIndex((eachZoom) => eachZoom >= zoom);
    setZoom(ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, at + by))] ?? 100);
  };
  const whole = (): void => {
    const room = scroll.current;
    if (room === null) return;
    const scale = scaleOf() / (zoom / 100);
    const fits = Math.min(room.clientWidth / (layout.width * scale), room.clientHeight / (layout.height * scale)) * 100;
    setZoom(ZOOMS.findLast((zoom) => zoom <= fits) ?? ZOOMS[0]);
  };
  return (
    <div className={styles.room}>
      <div
        ref={scroll}
        className={styles.canvas}
        role="application"
        aria-label="流程图"
        tabIndex={0}
        data-dragging={isDragging || undefined}
        onClick={(event) => {
          if (!(event.target as Element).closest('[data-address], button')) onSelect('');
        }}
        onKeyDown={() => undefined}
        onWheel={(event) => {
          if (event.ctrlKey) step(event.deltaY < 0 ? 1 : -1);
        }}
      >
        <div
          ref={sheet}
          className={styles.sheet}
          style={{ width: rem(layout.width), height: rem(layout.height), zoom: zoom / 100 }}
        >
          <svg
            className={styles.lines}
            viewBox={`0 0 ${layout.width} ${layout.height}`}
            aria-hidden="true"
            focusable="false"
          >
            {layout.lines.map(({ points, isDefault, way, to }) => (
              <polyline
                key={points.join(' ')}
                points={points.map(([x, y]) => `${x},${y}`).join(' ')}
                data-default={isDefault || undefined}
                data-lit={lit?.has(way) && (to === undefined || lit.has(to))}
              />
            ))}
          </svg>
          {layout.boxes.map((box) => (
            <Box key={keyOf(box)} box={box} {...props} />
          ))}
          {layout.slots.map((slot) => (
            <Plus key={`${slot.list} ${slot.after}`} slot={slot} {...props} />
          ))}
        </div>
      </div>
      <div className={styles.zoom} role="toolbar" aria-label="缩放">
        <button type="button" aria-label="缩小" onClick={() => step(-1)}>
          <Glyph name="minus" />
        </button>
        <button type="button" className={styles.percent} title="回到 100%" onClick={() => setZoom(100)}>
          {zoom}%
        </button>
        <button type="button" aria-label="放大" onClick={() => step(1)}>
          <Glyph name="plus" />
        </button>
        <button type="button" onClick={whole}>
          全图
        </button>
      </div>
      <MiniMap layout={layout} selection={selection} scroll={scroll} zoom={zoom} />
    </div>
  );
};
const keyOf = (box: Drawn): string => ('address' in box ? `${box.k} ${box.address}` : box.k);

const Box = ({ box, ...props }: Props & { readonly box: Drawn }) => {
  const { names, selection, problems, lit, readonly, onSelect, onWay, tools } = props;
  const place = { left: rem(box.x), top: rem(box.y), width: rem(box.w), height: rem(box.h) };
  if (box.k === 'start' || box.k === 'end')
    return (
      <div className={styles.pill} style={place} data-k={box.k} data-lit={lit && (box.k === 'start' || lit.has(END))}>
        {box.k === 'start' ? '发起' : '结束，单据通过审核'}
      </div>
    );
  if (box.k === 'join')
    return (
      <div className={styles.join} style={place} data-lit={lit?.has(box.address)}>
        {joinWords(box.of)}
      </div>
    );
  const { address } = box;
  const chosen = selection.includes(address);
  const own = problems.filter((problem) => isWithin(problem.address, address));
  const level = own.some((item) => item.level === 'error' && isOwn(item.address, address)) ? 'bad' : undefined;
  const title = box.k === 'way' ? box.way.title : box.node.title;
  return (
    <div className={styles.place} style={place} data-chosen={chosen || undefined}>
      {chosen && !readonly && <div className={styles.tools}>{tools({ address, title })}</div>}
      <Carried address={address} title={title} disabled={readonly || box.k === 'way'}>
        <button
          type="button"
          className={styles[box.k]}
          data-address={address}
          data-level={level}
          data-lit={lit?.has(address)}
          data-default={(box.k === 'way' && box.isDefault) || undefined}
          aria-pressed={chosen}
          onClick={() => onSelect(address)}
        >
          {box.k === 'head' ? (
            <>
              <Glyph name={NODE_ICONS[box.node.sort]} />
              <span>{headWords(box.node)}</span>
            </>
          ) : box.k === 'way' ? (
            <>
              <b>{box.way.title}</b>
              <em>{box.isDefault ? '默认' : box.of.sort === 'parallel' ? '' : box.place}</em>
              <small
                data-wanting={(!box.isDefault && box.of.sort !== 'parallel' && box.way.when === undefined) || undefined}
              >
                {wayWords(box.way, box.of, box.isDefault, names)}
              </small>
            </>
          ) : (
            <>
              <Glyph name={NODE_ICONS[box.node.sort]} />
              <b>{box.node.title}</b>
              <em>{limitWords(box.node)}</em>
              <small>{nodeWords(box.node, names)}</small>
            </>
          )}
        </button>
      </Carried>
      {box.k === 'head' && !readonly && (
        <button
          type="button"
          className={styles.addWay}
          aria-label={`「${title}」加一路`}
          title="加一路"
          onClick={() => onWay(address)}
        >
          <Glyph name="plus" />
        </button>
      )}
    </div>
  );
};
/** A problem of what stands inside a block is shown there. */
const isOwn = (at: string, address: string): boolean => !/\.(ways|nodes)[.[]/.test(at.slice(address.length));

const Carried = (props: {
  readonly address: string;
  readonly title: string;
  readonly disabled: boolean;
  readonly children: ReactNode;
}) => {
  const { address, title, disabled, children } = props;
  const { onPointerDown, isCarried } = useTaken({ id: `node:${address}`, title }, disabled);
  return (
    <div onPointerDown={onPointerDown} className={styles.carried} data-away={isCarried || undefined}>
      {children}
    </div>
  );
};

const Plus = ({ slot, aim, readonly, isDragging, onAdd }: Props & { readonly slot: Slot }) => {
  const aimed = aim !== undefined && aim.slot.list === slot.list && aim.slot.after === slot.after;
  const state = aimed ? (aim.refused === undefined ? 'aimed' : 'refused') : isDragging ? 'offered' : undefined;
  const place = { left: rem(slot.x), top: rem(slot.y) };
  if (readonly) return null;
  return (
    <div className={styles.slot} style={place} data-state={state}>
      <Dropdown
        trigger={['click']}
        menu={{
          items: SORTS.map((sort) => ({ key: sort, label: sortTitle(sort), icon: <Glyph name={NODE_ICONS[sort]} /> })),
          onClick: ({ key }) => onAdd(key as NodeSort, slot),
        }}
      >
        <button type="button" className={styles.plus} aria-label="在这里加节点">
          <Glyph name="plus" />
        </button>
      </Dropdown>
      {aimed && <span className={styles.say}>{aim.refused ?? '放在这里'}</span>}
    </div>
  );
};
