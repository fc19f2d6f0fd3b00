/** The graph: drawn only where it is looked at, moved by dragging, zoomed by the wheel or two fingers, one card after the other by Tab. */
import { Button, Input } from 'antd';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Card, type CardSize, foundIn, type Link, type Scene } from './scene';
import styles from './trace.module.css';

interface Props {
  readonly scene: Scene;
  readonly size: CardSize;
  readonly chosen: string | null;
  readonly onChoose: (card: Card) => void;
  /** a group is opened, a lot is traced on */
  readonly onOpen: (card: Card) => void;
  /** absent: no group is open */
  readonly onFold?: () => void;
}
interface View {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}
const MARGIN = 16;
const LEAST = 0.2;
const MOST = 2;
const MINI = { width: 180, height: 110 };
const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [80, 0],
  ArrowRight: [-80, 0],
  ArrowUp: [0, 80],
  ArrowDown: [0, -80],
};
const ZOOMS: Readonly<Record<string, number>> = { '+': 1.25, '=': 1.25, '-': 0.8 };
const LEGEND = [
  ['supplier', '供应商'],
  ['batch', '批次'],
  ['work', '生产批'],
  ['product', '成品'],
  ['customer', '客户'],
  ['stock', '库存'],
] as const;

export const Graph = ({ scene, size, chosen, onChoose, onOpen, onFold }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 800, height: 400 });
  const [view, setView] = useState<View>({ x: MARGIN, y: MARGIN, k: 1 });
  const fit = useCallback(() => {
    const k = Math.min(
      1,
      Math.max(LEAST, Math.min((room.width - 2 * MARGIN) / scene.width, (room.height - 2 * MARGIN) / scene.height)),
    );
    const y = (room.height - scene.height * k) / 2;
    setView({ x: Math.max(MARGIN, (room.width - scene.width * k) / 2), y: Math.max(MARGIN, y), k });
  }, [room, scene]);
  useEffect(fit, [fit]);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const seen = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    seen.observe(element);
    // React listens passively, and a zoom must not scroll the page
    const zoom = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      setView((now) =>
        zoomed(now, event.deltaY < 0 ? 1.1 : 1 / 1.1, event.clientX - box.left, event.clientY - box.top),
      );
    };
    element.addEventListener('wheel', zoom, { passive: false });
    return () => {
      seen.disconnect();
      element.removeEventListener('wheel', zoom);
    };
  }, []);
  const drag = useDrag(view, setView);
  const [sought, setSought] = useState('');
  const [missed, setMissed] = useState(false);
  const find = (): void => {
    const card = foundIn(scene, sought, chosen);
    setMissed(card === undefined && sought.trim() !== '');
    if (card === undefined) return;
    onChoose(card);
    // read without leaning forward, whatever was looked at before
    setView(({ k: now }) => {
      const k = Math.max(now, 0.8);
      const [x, y] = [card.x + size.width / 2, card.y + size.height / 2];
      return { x: room.width / 2 - x * k, y: room.height / 2 - y * k, k };
    });
  };
  const keys = { onKeyDown: keysOf(setView, fit, room) };
  const { cards, links } = useMemo(() => inView(scene, view, room, size), [scene, view, room, size]);
  const places = useMemo(() => new Map(scene.cards.map((card) => [card.id, card])), [scene]);
  return (
    <div className={styles.graph} ref={frame} {...drag} {...keys} data-testid="trace-graph">
      <Legend />
      <div className={styles.plane} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.k})` }}>
        <svg className={styles.links} width={scene.width} height={scene.height} aria-hidden="true">
          {links.map((link) => (
            <Line key={`${link.from}>${link.to}`} link={link} places={places} size={size} chosen={chosen} />
          ))}
        </svg>
        {cards.map((card) => (
          <button
            key={card.id}
            type="button"
            className={styles.card}
            data-kind={card.kind}
            data-weak={card.weak || undefined}
            data-alarm={card.alarm || undefined}
            aria-pressed={chosen === card.id}
            data-root={card.root || undefined}
            style={{ left: card.x, top: card.y, width: size.width, height: size.height }}
            onClick={() => onChoose(card)}
            onDoubleClick={() => onOpen(card)}
          >
            <strong title={card.title}>{card.title}</strong>
            <span title={card.sub}>{card.sub}</span>
            <em>{card.qty}</em>
          </button>
        ))}
      </div>
      {cards.length < scene.cards.length && (
        <MiniMap scene={scene} size={size} view={view} room={room} onMove={setView} />
      )}
      <div className={styles.tools}>
        <Input
          size="small"
          className={styles.find}
          aria-label="图中查找"
          placeholder="图中查找"
          allowClear
          status={missed ? 'error' : undefined}
          value={sought}
          onChange={(event) => {
            setSought(event.target.value);
            setMissed(false);
          }}
          onPressEnter={find}
        />
        {missed && <span role="status">图中没有{sought.trim()}</span>}
        {onFold !== undefined && (
          <Button size="small" onClick={onFold}>
            全部收起
          </Button>
        )}
        <Button size="small" onClick={() => setView((now) => zoomed(now, 1.25, room.width / 2, room.height / 2))}>
          放大
        </Button>
        <Button size="small" onClick={() => setView((now) => zoomed(now, 0.8, room.width / 2, room.height / 2))}>
          缩小
        </Button>
        <Button size="small" onClick={fit}>
          适合窗口
        </Button>
      </div>
    </div>
  );
};

const Legend = () => (
  <ul className={styles.legend} aria-label="图例">
    {LEGEND.map(([kind, title]) => (
      <li key={kind} data-kind={kind}>
        {title}
      </li>
    ))}
  </ul>
);

interface MiniProps {
  readonly scene: Scene;
  readonly size: CardSize;
  readonly view: View;
  readonly room: { readonly width: number; readonly height: number };
  readonly onMove: (view: View) => void;
}
/** All of it in a corner, and what of it is looked at; a press goes there. */
const MiniMap = ({ scene, size, view, room, onMove }: MiniProps) => {
  const k = Math.min(MINI.width / scene.width, MINI.height / scene.height);
  const [width, height] = [scene.width * k, scene.height * k];
  const marks = useMemo(
    () => scene.cards.map(({ x, y }) => `M${x} ${y}h${size.width}v${size.height}h${-size.width}z`).join(''),
    [scene, size],
  );
  const go = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.buttons === 0) return;
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / k, (event.clientY - box.top) / k];
    onMove({ k: view.k, x: room.width / 2 - x * view.k, y: room.height / 2 - y * view.k });
  };
  return (
    <svg
      className={styles.mini}
      role="img"
      aria-label="缩略图"
      width={width}
      height={height}
      viewBox={`0 0 ${scene.width} ${scene.height}`}
      onPointerDown={go}
      onPointerMove={go}
    >
      <path className={styles.marks} d={marks} />
      <rect
        className={styles.seen}
        x={-view.x / view.k}
        y={-view.y / view.k}
        width={room.width / view.k}
        height={room.height / view.k}
      />
    </svg>
  );
};

/** The point under the pointer stays where it is. */
const zoomed = ({ x, y, k }: View, by: number, atX: number, atY: number): View => {
  const next = Math.min(MOST, Math.max(LEAST, k * by));
  return { x: atX - ((atX - x) * next) / k, y: atY - ((atY - y) * next) / k, k: next };
};

/** From a card that has the focus: arrows move the picture, + and − zoom, 0 shows all of it. */
const keysOf =
  (
    setView: (next: (now: View) => View) => void,
    showAll: () => void,
    room: { readonly width: number; readonly height: number },
  ) =>
  (event: KeyboardEvent<HTMLDivElement>): void => {
    if ((event.target as HTMLElement).tagName === 'INPUT') return;
    const step = STEPS[event.key];
    const zoom = ZOOMS[event.key];
    if (step !== undefined) setView((now) => ({ ...now, x: now.x + step[0], y: now.y + step[1] }));
    else if (zoom !== undefined) setView((now) => zoomed(now, zoom, room.width / 2, room.height / 2));
    else if (event.key === '0') showAll();
    else return;
    event.preventDefault();
  };

/** One finger or the mouse moves, two fingers zoom. */
const useDrag = (view: View, setView: (view: View) => void) => {
  const fingers = useRef(new Map<number, { readonly x: number; readonly y: number }>());
  const handlePointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other === undefined) {
      setView({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
      return;
    }
    const far = (a: { x: number; y: number }): number => Math.hypot(a.x - other.x, a.y - other.y);
    const box = event.currentTarget.getBoundingClientRect();
    setView(
      zoomed(
        view,
        far(now) / Math.max(1, far(before)),
        (now.x + other.x) / 2 - box.left,
        (now.y + other.y) / 2 - box.top,
      ),
    );
  };
  const end = (event: PointerEvent<HTMLDivElement>): void => {
    fingers.current.delete(event.pointerId);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      if ((event.target as HTMLElement).closest('button, input, svg[role]') !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: handlePointerMove,
    onPointerUp: end,
    onPointerCancel: end,
  };
};

const inView = (
  { cards, links }: Scene,
  { x, y, k }: View,
  room: { readonly width: number; readonly height: number },
  size: CardSize,
): Pick<Scene, 'cards' | 'links'> => {
  const [left, top] = [-x / k - size.width, -y / k - size.height];
  const [right, bottom] = [(room.width - x) / k, (room.height - y) / k];
  const seen = cards.filter((card) => card.x >= left && card.x <= right && card.y >= top && card.y <= bottom);
  const ids = new Set(seen.map(({ id }) => id));
  return { cards: seen, links: links.filter(({ from, to }) => ids.has(from) || ids.has(to)) };
};

interface LineProps {
  readonly link: Link;
  readonly places: ReadonlyMap<string, Card>;
  readonly size: CardSize;
  readonly chosen: string | null;
}
const Line = ({ link, places, size, chosen }: LineProps) => {
  const [from, to] = [places.get(link.from), places.get(link.to)];
  if (from === undefined || to === undefined) return null;
  const [x1, y1] = [from.x + size.width, from.y + size.height / 2];
  const [x2, y2] = [to.x, to.y + size.height / 2];
  const bend = Math.max(30, Math.abs(x2 - x1) / 2);
  return (
    <g data-on={chosen === link.from || chosen === link.to || undefined} data-weak={link.weak || undefined}>
      <path d={`M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`} />
      {link.label !== '' && (
        <text x={(x1 + x2) / 2} y={(y1 + y2) / 2 - 4} textAnchor="middle">
          {link.label}
        </text>
      )}
    </g>
  );
};
