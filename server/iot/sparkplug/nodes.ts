/**
 * Edge nodes of Sparkplug B (50 §2.4): what a birth says of metrics, numbers of messages in their order, who is asked for a new birth.
 * What is known of a node lives here alone and is forgotten with the process: its next message then asks for a birth.
 */
import type { Address, SparkplugTopic } from '../address';
import type { Box } from '../directory';
import { type Message, moment, REASON, type Read, type Reading, type Rejected } from '../message';
import { type Metric, measured, type Payload, readPayload, TYPE, writePayload } from './payload';

export interface NodesOptions {
  readonly askBirth: (address: Address) => void;
  readonly now: () => number;
}
export interface Nodes {
  /** waits while an earlier message may still come */
  read(box: Box, said: SparkplugTopic, bytes: Buffer): Promise<Read>;
  /** nobody waits any longer */
  stop(): void;
}

const REORDER_MS = 2_000;
const ASK_MS = 60_000;
const MOST_HELD = 64;
export const SEQS = 256;
/** a receipt is ms × 256 + seq, and a number */
const MAX_TS = Math.floor(Number.MAX_SAFE_INTEGER / SEQS) - 1;
const MAX_NAME = 64;
export const BD_SEQ = 'bdSeq';
export const REBIRTH = 'Node Control/Rebirth';
const CONTROL = /^(Node|Device) Control\//;

interface Known {
  readonly name: string;
  readonly type: number | null;
}
/** metrics of one birth, by alias and by name */
interface Catalogue {
  readonly aliases: Map<bigint, Known>;
  readonly names: Map<string, Known>;
}
/** a message that may be read, with its moment and its number */
interface Numbered {
  readonly said: SparkplugTopic;
  readonly payload: Payload;
  readonly ts: number;
  readonly seq: number;
}
interface Held extends Numbered {
  readonly done: (read: Read) => void;
}
interface Node {
  /** undefined: not born, or dead */
  bdSeq: bigint | null | undefined;
  next: number;
  /** something of it was missed: it is to be asked for a birth */
  missed: boolean;
  asked: number;
  /** by device, that of the node itself under '' */
  readonly births: Map<string, Catalogue>;
  readonly held: Held[];
  timer: NodeJS.Timeout | undefined;
}

/** What a message is stored under. */
export const receiptOf = (ts: number, seq: number): number => ts * SEQS + seq;
/** The command that asks a node for its births. */
export const rebirth = (ts: number): Buffer =>
  writePayload({ ts, metrics: [{ name: REBIRTH, ts, type: TYPE.boolean, value: true }] });

export const openNodes = ({ askBirth, now }: NodesOptions): Nodes => {
  const nodes = new Map<string, Node>();
  const nodeOf = (box: Box): Node => {
    const node = nodes.get(box.id) ?? emptyNode();
    nodes.set(box.id, node);
    return node;
  };

  /** A message in its turn. */
  const taken = (box: Box, node: Node, message: Numbered): Read => {
    const read = readNumbered(box, node, message);
    if (message.said.verb !== 'NBIRTH' && node.bdSeq === undefined) node.missed = true;
    if (node.missed && now() - node.asked >= ASK_MS) {
      node.asked = now();
      askBirth({ org: box.org.code, sn: box.sn });
    }
    return read;
  };
  /** Those whose turn has come after all. */
  const drain = (box: Box, node: Node): void => {
    for (;;) {
      const at = node.held.findIndex(({ seq }) => seq === node.next);
      const [one] = at < 0 ? [] : node.held.splice(at, 1);
      if (one === undefined) break;
      node.next = (one.seq + 1) % SEQS;
      one.done(taken(box, node, one));
    }
    if (node.held.length > 0) return;
    clearTimeout(node.timer);
    node.timer = undefined;
  };
  /** What was missing does not come any more. */
  const release = (box: Box, node: Node): void => {
    clearTimeout(node.timer);
    node.timer = undefined;
    node.missed = true;
    const from = node.next;
    const all = node.held.splice(0).sort((a, b) => ahead(from, a.seq) - ahead(from, b.seq));
    for (const one of all) {
      node.next = (one.seq + 1) % SEQS;
      one.done(taken(box, node, one));
    }
  };
  const hold = (box: Box, node: Node, message: Numbered): Promise<Read> =>
    new Promise((done) => {
      node.held.push({ ...message, done });
      if (node.held.length >= MOST_HELD) release(box, node);
      else node.timer ??= setTimeout(() => release(box, node), REORDER_MS);
    });

  const born = (box: Box, node: Node, message: Numbered): Read => {
    // what was sent before it is read by the birth before
    const { ts } = message;
    for (const one of node.held.filter((held) => held.ts < ts)) {
      node.held.splice(node.held.indexOf(one), 1);
      one.done(taken(box, node, one));
    }
    node.births.clear();
    node.bdSeq = bdSeqOf(message.payload);
    node.next = (message.seq + 1) % SEQS;
    node.missed = false;
    const read = taken(box, node, message);
    drain(box, node);
    return read;
  };
  const died = (box: Box, node: Node, payload: Payload): Read => {
    // a will may arrive after the next birth
    if (node.bdSeq === undefined || bdSeqOf(payload) !== node.bdSeq) return { message: NOTHING };
    if (node.held.length > 0) release(box, node);
    node.births.clear();
    node.bdSeq = undefined;
    return { message: { ...NOTHING, stale: { station: null } } };
  };

  return {
    async read(box, said, bytes) {
      const payload = readPayload(bytes);
      if ('reason' in payload) return payload;
      const node = nodeOf(box);
      if (said.verb === 'NDEATH') return died(box, node, payload);
      const { ts, seq } = payload;
      if (ts === null || ts > MAX_TS || seq === null || seq >= SEQS) return { reason: REASON.format };
      const message = { said, payload, ts, seq };
      if (said.verb === 'NBIRTH') return born(box, node, message);
      const gap = ahead(node.next, seq);
      // of nobody's birth, late, or sent twice: nothing is to be waited for
      if (node.bdSeq === undefined || gap >= SEQS / 2) return taken(box, node, message);
      if (gap > 0) return hold(box, node, message);
      node.next = (seq + 1) % SEQS;
      const read = taken(box, node, message);
      drain(box, node);
      return read;
    },
    stop() {
      for (const node of nodes.values()) {
        clearTimeout(node.timer);
        for (const { done } of node.held.splice(0)) done({ message: NOTHING });
      }
    },
  };
};

const emptyNode = (): Node => ({
  bdSeq: undefined,
  next: 0,
  missed: false,
  asked: Number.NEGATIVE_INFINITY,
  births: new Map(),
  held: [],
  timer: undefined,
});
const ahead = (from: number, seq: number): number => (seq - from + SEQS) % SEQS;
const NOTHING: Message = { seq: null, ts: null, historical: false, station: null, readings: [], birth: null };

const bdSeqOf = ({ metrics }: Payload): bigint | null => {
  const held = metrics.find(({ name }) => name === BD_SEQ)?.held?.[1];
  return typeof held === 'bigint' ? held : null;
};

const readNumbered = (box: Box, node: Node, { said: { verb, device }, payload, ts, seq }: Numbered): Read => {
  const message = { ...NOTHING, seq: receiptOf(ts, seq), ts };
  if (verb === 'DDEATH') {
    node.births.delete(device ?? '');
    return { message: { ...message, stale: { station: device } } };
  }
  if (verb === 'NBIRTH' || verb === 'DBIRTH') node.births.set(device ?? '', catalogueOf(payload));
  const { metrics } = payload;
  return {
    message: {
      ...message,
      historical: metrics.length > 0 && metrics.every(({ historical }) => historical),
      station: device,
      ...readMetrics(box, node, { device, ts, metrics }),
    },
  };
};

const catalogueOf = ({ metrics }: Payload): Catalogue => {
  const catalogue: Catalogue = { aliases: new Map(), names: new Map() };
  for (const { name, alias, type } of metrics) {
    if (name === null) continue;
    const known = { name, type };
    catalogue.names.set(name, known);
    if (alias !== null) catalogue.aliases.set(alias, known);
  }
  return catalogue;
};

/** Metrics as readings of points, each taken or refused by itself; one that nobody's birth named makes the node asked for one. */
const readMetrics = (
  box: Box,
  node: Node,
  { device, ts, metrics }: { readonly device: string | null; readonly ts: number; readonly metrics: readonly Metric[] },
): { readonly readings: readonly Reading[]; readonly refused: readonly Rejected[] } => {
  const readings: Reading[] = [];
  const refused: Rejected[] = [];
  const birth = node.births.get(device ?? '');
  if (birth === undefined) node.missed = true;
  for (const metric of metrics) {
    const known = metric.name === null ? birth?.aliases.get(metric.alias ?? -1n) : birth?.names.get(metric.name);
    const name = metric.name ?? known?.name;
    const at = moment(metric.ts ?? ts);
    const refuse = (reason: Rejected['reason'], point: string): void => {
      refused.push({ reason, point, content: new Date(at ?? ts).toISOString() });
    };
    if (name === undefined) {
      node.missed = true;
      refuse(REASON.unknown, `#${metric.alias ?? ''}`);
    } else if (name !== BD_SEQ && !CONTROL.test(name)) {
      const code = codeOf(box, device, name);
      const raw = measured(metric.type ?? known?.type ?? null, metric);
      if (name === '' || code.length > MAX_NAME || code.includes('\0')) refuse(REASON.unknown, shown(code));
      else if (raw === undefined) refuse(REASON.type, code);
      else if (at === null) refuse(REASON.format, code);
      else readings.push({ code, ts: at, raw, q: 0 });
    }
  }
  return { readings, refused };
};
const shown = (code: string): string => code.replaceAll('\0', '').slice(0, MAX_NAME);

/** The point a metric of a device is: two devices may each have one of this name, and then the code is `device/name`. */
const codeOf = ({ points, stations }: Box, device: string | null, name: string): string => {
  if (device === null) return name;
  const full = `${device}/${name}`;
  const station = points.get(name)?.station ?? null;
  if (points.has(full)) return full;
  return station === null || station === stations.get(device) ? name : full;
};
