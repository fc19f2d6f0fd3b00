/** The graph: drawn only where it is looked at, moved by dragging, zoomed by the wheel or two fingers, one card after the other by Tab. */
import { Button, Input } from 'antd';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { curveOf } from './layout';
import { type Card, type CardSize, foundIn, HALL, type Link, type Scene } from './scene';
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
interface Room {
  readonly width: number;
  readonly height: number;
}
const MARGIN = 16;
const LEAST = 0.1;
/** smaller than this nothing is read */
const READ = 0.6;
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
  const [room, setRoom] = useState<Room>();
  const [view, setView] = useState<View>({ x: MARGIN, y: MARGIN, k: 1 });
  const showAll = (least: number): void => {
    if (room !== undefined) setView(viewOf(scene, room, size, least));
  };
  // another picture is looked at from its root; a panel that comes or goes moves nothing
  const looked = useRef<Scene>(undefined);
  useEffect(() => {
    if (room === undefined || looked.current === scene) return;
    looked.current = scene;
    setView(viewOf(scene, room, size, size === HALL ? 1 : READ));
  }, [room, scene, size]);
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
      return room === undefined ? { x: -x, y: -y, k } : { x: room.width / 2 - x * k, y: room.height / 2 - y * k, k };
    });
  };
  const handleKeyDown = keysOf(setView, () => showAll(LEAST), room);
  const zoom = (by: number): void => setView((now) => zoomed(now, by, (room?.width ?? 0) / 2, (room?.height ?? 0) / 2));
  const { cards, links } = useMemo(
    () => (room === undefined ? { cards: [], links: [] } : inView(scene, view, room, size)),
    [scene, view, room, size],
  );
  const places = useMemo(() => new Map(scene.cards.map((card) => [card.id, card])), [scene]);
  return (
    <section className={styles.picture} onKeyDown={handleKeyDown} aria-label="追溯图" data-testid="trace-graph">
      <Legend hasAside={scene.cards.some(({ aside }) => aside)} />
      <div className={styles.graph} ref={frame} {...drag}>
        <div className={styles.plane} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.k})` }}>
          <svg className={styles.links} width={scene.width} height={scene.height} aria-hidden="true">
            {links.map((link) => (
              <Line key={`${link.from}>${link.to}`} link={link} places={places} size={size} chosen={chosen} />
            ))}
          </svg>
          {cards.map((card) => (
            <CardButton
              key={card.id}
              card={card}
              size={size}
              chosen={chosen === card.id}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          ))}
        </div>
        {room !== undefined && cards.length < scene.cards.length && (
          <MiniMap scene={scene} size={size} view={view} room={room} onMove={setView} />
        )}
      </div>
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
        <Button size="small" onClick={() => zoom(1.25)}>
          放大
        </Button>
        <Button size="small" onClick={() => zoom(0.8)}>
          缩小
        </Button>
        <Button size="small" onClick={() => showAll(LEAST)}>
          适合窗口
        </Button>
      </div>
    </section>
  );
};

/** All of it when it can be read so, else as much as can, with the first root in sight. */
const viewOf = (scene: Scene, room: Room, size: CardSize, least: number): View => {
  const [width, height] = [room.width - 2 * MARGIN, room.height - 2 * MARGIN];
  const k = Math.min(1, Math.max(least, Math.min(width / scene.width, height / scene.height)));
  const root = scene.cards.find((card) => card.root) ?? scene.cards[0];
  const along = (extent: number, all: number, at: number): number =>
    all * k <= extent - 2 * MARGIN
      ? (extent - all * k) / 2
      : Math.min(MARGIN, Math.max(extent - MARGIN - all * k, extent / 2 - at * k));
  return {
    k,
    x: along(room.width, scene.width, (root?.x ?? 0) + size.width / 2),
    y: along(room.height, scene.height, (root?.y ?? 0) + size.height / 2),
  };
};

interface CardProps extends Pick<Props, 'size' | 'onChoose' | 'onOpen'> {
  readonly card: Card;
  readonly chosen: boolean;
}
const CardButton = ({ card, size, chosen, onChoose, onOpen }: CardProps) => (
  <button
    type="button"
    className={styles.card}
    data-kind={card.kind}
    data-weak={card.weak || undefined}
    data-alarm={card.alarm || undefined}
    data-aside={card.aside || undefined}
    aria-pressed={chosen}
    data-root={card.root || undefined}
    style={{ left: card.x, top: card.y, width: size.width, height: size.height }}
    onClick={() => onChoose(card)}
    onDoubleClick={() => onOpen(card)}
  >
    <strong title={card.title}>{card.title}</strong>
    <span title={card.sub}>{card.sub}</span>
    <em>{card.qty}</em>
  </button>
);

const Legend = ({ hasAside }: { readonly hasAside: boolean }) => (
  <ul className={styles.legend} aria-label="图例">
    {LEGEND.map(([kind, title]) => (
      <li key={kind} data-kind={kind}>
        {title}
      </li>
    ))}
    {hasAside && <li className={styles.note}>蓝线为本批去向，灰线为同一工单的其他投入</li>}
  </ul>
);

interface MiniProps {
  readonly scene: Scene;
  readonly size: CardSize;
  readonly view: View;
  readonly room: Room;
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
  (setView: (next: (now: View) => View) => void, showAll: () => void, room: Room = { width: 0, height: 0 }) =>
  (event: KeyboardEvent<HTMLElement>): void => {
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
  room: Room,
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
  const { d, x, y } = curveOf(from, to, size, link.at);
  return (
    <g
      data-on={chosen === link.from || chosen === link.to || undefined}
      data-weak={link.weak || undefined}
      data-aside={link.aside || undefined}
    >
      <path d={d} />
      {link.label !== '' && (
        <text x={x} y={y} textAnchor="middle">
          {link.label}
        </text>
      )}
    </g>
  );
};
