/** The picture: boxes of states, arrows of actions. Draw from a box's handle to another box, or with the keys: Enter, arrows, Enter. */
import { useMemo, useRef, useState } from 'react';
import { BOX, type Places, type Point } from './layout';
import type { Gathered, StateModel } from './model';
import { drawArrows } from './paths';
import styles from './states.module.css';

export interface StateDiagramProps {
  readonly model: StateModel;
  readonly places: Places;
  readonly view: { readonly x: number; readonly y: number; readonly scale: number };
  readonly counts?: { readonly [code: string]: number } | undefined;
  /** code of the selected action */
  readonly selected?: string | undefined;
  readonly readonly?: boolean;
  readonly onSelect: (action: string) => void;
  readonly onConnect: (from: string, to: string) => void;
  readonly onMove: (code: string, at: Point) => void;
  readonly onCut: (action: string, from: string) => void;
  readonly onPan: (by: Point) => void;
}
type Dragging =
  | { readonly k: 'box'; readonly code: string; readonly start: Point; readonly by: Point }
  | { readonly k: 'arrow'; readonly from: string; readonly at: Point }
  | { readonly k: 'pan' };

export const StateDiagram = (props: StateDiagramProps) => {
  const { model, places, view, counts, selected, readonly = false, onSelect, onConnect, onMove, onCut, onPan } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [dragging, setDragging] = useState<Dragging>();
  const [linking, setLinking] = useState<{ readonly from: string; readonly to: string }>();
  const moved = useMemo(() => {
    if (dragging?.k !== 'box') return places;
    const now = new Map(places);
    const at = places.get(dragging.code);
    if (at !== undefined) now.set(dragging.code, { x: at.x + dragging.by.x, y: at.y + dragging.by.y });
    return now;
  }, [places, dragging]);
  const drawn = useMemo(() => drawArrows(model.arrows, moved), [model.arrows, moved]);

  const pointOf = (event: React.PointerEvent): Point => {
    const box = svg.current?.getBoundingClientRect();
    return {
      x: (event.clientX - (box?.left ?? 0)) / view.scale - view.x,
      y: (event.clientY - (box?.top ?? 0)) / view.scale - view.y,
    };
  };
  const boxAt = (point: Point): string | undefined =>
    [...moved].find(
      ([, box]) =>
        point.x >= box.x - 6 &&
        point.x <= box.x + BOX.width + 6 &&
        point.y >= box.y - 6 &&
        point.y <= box.y + BOX.height + 6,
    )?.[0];

  const handleMove = (event: React.PointerEvent): void => {
    if (dragging === undefined) return;
    const at = pointOf(event);
    if (dragging.k === 'box')
      setDragging({ ...dragging, by: { x: at.x - dragging.start.x, y: at.y - dragging.start.y } });
    else if (dragging.k === 'arrow') setDragging({ ...dragging, at });
    else onPan({ x: event.movementX / view.scale, y: event.movementY / view.scale });
  };
  const handleUp = (event: React.PointerEvent): void => {
    if (dragging?.k === 'box') {
      const place = places.get(dragging.code);
      if (place !== undefined && Math.hypot(dragging.by.x, dragging.by.y) > 4)
        onMove(dragging.code, { x: place.x + dragging.by.x, y: place.y + dragging.by.y });
    } else if (dragging?.k === 'arrow') {
      const to = boxAt(pointOf(event));
      if (to !== undefined) onConnect(dragging.from, to);
    }
    setDragging(undefined);
  };
  const begin = (event: React.PointerEvent, next: Dragging): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    svg.current?.setPointerCapture(event.pointerId);
    setDragging(next);
  };
  const handleKey = (event: React.KeyboardEvent, code: string): void => {
    if (readonly) return;
    const codes = model.states.map((state) => state.code);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (linking === undefined) setLinking({ from: code, to: next(codes, code, 1) });
      else {
        setLinking(undefined);
        onConnect(linking.from, linking.to);
      }
    } else if (event.key === 'Escape') setLinking(undefined);
    else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      const by = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1;
      if (linking !== undefined) setLinking({ ...linking, to: next(codes, linking.to, by) });
      else if (event.shiftKey) {
        const at = places.get(code);
        const across = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
        if (at !== undefined) onMove(code, { x: at.x + (across ? by * 8 : 0), y: at.y + (across ? 0 : by * 8) });
      } else svg.current?.querySelector<SVGGElement>(`[data-state="${next(codes, code, by)}"]`)?.focus();
    }
  };
  const target = linking?.to ?? (dragging?.k === 'arrow' ? boxAt(dragging.at) : undefined);
  return (
    <svg
      ref={svg}
      className={styles.svg}
      role="group"
      aria-label="状态图"
      data-pan={dragging?.k === 'pan' || undefined}
      onPointerDown={(event) => begin(event, { k: 'pan' })}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={() => setDragging(undefined)}
    >
      <defs>
        {['plain', 'chosen'].map((id) => (
          <marker
            key={id}
            id={`state-arrow-${id}`}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M 0 0 L 10 5 L 0 10 z" className={id === 'chosen' ? styles.headChosen : styles.head} />
          </marker>
        ))}
      </defs>
      <g transform={`scale(${view.scale}) translate(${view.x} ${view.y})`}>
        {drawn.map(({ arrow, path }) => (
          <path
            key={arrow.id}
            d={path}
            className={styles.line}
            data-auto={arrow.auto || undefined}
            data-chosen={arrow.action === selected || undefined}
            markerEnd={`url(#state-arrow-${arrow.action === selected ? 'chosen' : 'plain'})`}
          />
        ))}
        {dragging?.k === 'arrow' && <Rubber from={moved.get(dragging.from)} to={dragging.at} />}
        {linking !== undefined && <Rubber from={moved.get(linking.from)} to={centre(moved.get(linking.to))} />}
        {model.states.map((state) => {
          const at = moved.get(state.code);
          if (at === undefined) return null;
          return (
            <g
              key={state.code}
              transform={`translate(${at.x} ${at.y})`}
              data-tone={state.tone}
              className={styles.state}
            >
              {state.initial && (
                <g className={styles.start}>
                  <circle cx={-34} cy={BOX.height / 2} r={7} />
                  <path
                    d={`M -26 ${BOX.height / 2} H -3`}
                    className={styles.line}
                    markerEnd="url(#state-arrow-plain)"
                  />
                </g>
              )}
              <g
                role="button"
                tabIndex={0}
                data-state={state.code}
                data-target={target === state.code || undefined}
                aria-label={`状态${state.title} ${state.code}${counts === undefined ? '' : ` ${counts[state.code] ?? 0} 条`}`}
                aria-description="回车开始画箭头，方向键选目标，再回车完成"
                className={styles.box}
                onPointerDown={(event) =>
                  begin(event, { k: 'box', code: state.code, start: pointOf(event), by: { x: 0, y: 0 } })
                }
                onKeyDown={(event) => handleKey(event, state.code)}
                onBlur={() => setLinking(undefined)}
              >
                <rect width={BOX.width} height={BOX.height} rx={5} />
                <path d={`M 1.5 4 V ${BOX.height - 4}`} className={styles.edge} />
                <text x={14} y={24} className={styles.title}>
                  {short(state.title)}
                </text>{' '}
                <text x={BOX.width - 12} y={23} textAnchor="end" className={styles.code}>
                  {state.code}
                </text>{' '}
                {counts !== undefined && (
                  <text x={14} y={43} className={styles.count}>
                    {counts[state.code] ?? 0} 条
                  </text>
                )}
              </g>
              {!readonly && (
                <circle
                  cx={BOX.width}
                  cy={BOX.height / 2}
                  r={6}
                  className={styles.handle}
                  onPointerDown={(event) => begin(event, { k: 'arrow', from: state.code, at: pointOf(event) })}
                >
                  <title>拖到另一个状态，新增动作</title>
                </circle>
              )}
            </g>
          );
        })}
        {drawn.map(({ arrow, label }) => (
          <Label
            key={arrow.id}
            text={`${arrow.auto ? '⚡ ' : ''}${arrow.title}`}
            at={label}
            chosen={arrow.action === selected}
            danger={arrow.danger}
            auto={arrow.auto}
            description={`从${titleOf(model, arrow.from)}到${titleOf(model, arrow.to)}`}
            onSelect={() => onSelect(arrow.action)}
            onCut={readonly ? undefined : () => onCut(arrow.action, arrow.from)}
          />
        ))}
        {gatheredAt(model.gathered, moved).map(({ gathered, at }) => (
          <Label
            key={gathered.action}
            text={gathered.title}
            at={at}
            chosen={gathered.action === selected}
            danger={gathered.danger}
            auto={false}
            description={`从${gathered.from.length === 0 ? '任何状态' : `${gathered.from.length} 个状态`}到${titleOf(model, gathered.to)}`}
            into
            onSelect={() => onSelect(gathered.action)}
          />
        ))}
      </g>
    </svg>
  );
};

const next = (codes: readonly string[], code: string, by: number): string =>
  codes[(codes.indexOf(code) + by + codes.length) % codes.length] ?? code;
const titleOf = (model: StateModel, code: string): string =>
  model.states.find((state) => state.code === code)?.title ?? code;
const short = (title: string): string => (title.length > 7 ? `${title.slice(0, 6)}…` : title);
const centre = (box: Point | undefined): Point =>
  box === undefined ? { x: 0, y: 0 } : { x: box.x + BOX.width / 2, y: box.y + BOX.height / 2 };

/** Actions from many states hang below the box they lead to. */
const gatheredAt = (gathered: readonly Gathered[], places: Places) => {
  const counted = new Map<string, number>();
  return gathered.flatMap((arrow) => {
    const box = places.get(arrow.to);
    if (box === undefined) return [];
    const i = counted.get(arrow.to) ?? 0;
    counted.set(arrow.to, i + 1);
    return [{ gathered: arrow, at: { x: box.x + BOX.width / 2, y: box.y + BOX.height + 22 + i * 28 } }];
  });
};

const Rubber = ({ from, to }: { readonly from: Point | undefined; readonly to: Point }) =>
  from === undefined ? null : (
    <path
      d={`M ${from.x + BOX.width} ${from.y + BOX.height / 2} L ${to.x} ${to.y}`}
      className={styles.line}
      data-chosen=""
      markerEnd="url(#state-arrow-chosen)"
    />
  );

interface LabelProps {
  readonly text: string;
  readonly at: Point;
  readonly chosen: boolean;
  readonly danger: boolean;
  readonly auto: boolean;
  readonly description: string;
  /** comes from many states: drawn with a sign of its own */
  readonly into?: boolean;
  readonly onSelect: () => void;
  readonly onCut?: (() => void) | undefined;
}
const Label = ({ text, at, chosen, danger, auto, description, into = false, onSelect, onCut }: LabelProps) => {
  const shown = `${into ? '↑ ' : ''}${text}`;
  const width = [...shown].reduce((sum, char) => sum + (char.charCodeAt(0) > 255 ? 13 : 7.5), 18);
  return (
    <g
      transform={`translate(${at.x - width / 2} ${at.y - 11})`}
      role="button"
      tabIndex={0}
      aria-label={`动作${text}，${description}`}
      aria-pressed={chosen}
      className={styles.label}
      data-danger={danger || undefined}
      data-auto={auto || undefined}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onSelect}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          onSelect();
        } else if (event.key === 'Delete' || event.key === 'Backspace') onCut?.();
      }}
    >
      <rect width={width} height={22} rx={11} />
      <text x={width / 2} y={15} textAnchor="middle">
        {shown}
      </text>
    </g>
  );
};
