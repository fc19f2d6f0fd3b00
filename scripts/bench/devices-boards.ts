/**
 * How soon a reading is seen: a board in a browser and others as streams show one machine while readings of others come in. The browser's
 * moment is the frame after the text changed; both clocks are those of this machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { API } from '../../test/support/client';
import { openBrowser } from './browser';
import { boxOf, drip, MQTT, messageOf, p95 } from './devices-load';
import { openWire, type Wire, type WireBox } from './devices-wire';
import { median, type Result } from './measure';
import type { BenchServer } from './server';

const STREAMS = 49;
const READINGS = 40;
const PER_SECOND = 2_000;
const EVERY_MS = 1_300;
const DEVICE = 'CNC-01';
/** 运行 of the signal 运行状态 */
const RUNS = 3;
const SHOWN_MS = 30_000;
const BOARD = `board=deviceRealtime&device=${DEVICE}`;
const SCREEN = { authorization: 'Screen -' };

/** text of a value → ms since 1970 it was sent at */
type Sent = Map<string, number>;

export const toBoards = async (bench: BenchServer, boxes: readonly WireBox[]): Promise<readonly Result[]> => {
  const machine = await openWire(MQTT, boxOf('CB-001'));
  const over = new AbortController();
  const browser = await openBrowser();
  try {
    await running(bench, machine);
    const sent: Sent = new Map();
    const heard: number[] = [];
    const base = bench.server.base;
    const streams = Array.from({ length: STREAMS }, () => listen({ base, signal: over.signal, sent, heard }));
    const page = await openBoard(await browser.newPage({ viewport: { width: 1920, height: 1080 } }), base);
    const load = drip(boxes, PER_SECOND, READINGS * (EVERY_MS + 100), () => undefined);
    for (let n = 0; n < READINGS; n++) {
      // every digit counts: a value is none that was shown before
      const value = (30 + n + 0.25).toFixed(2);
      sent.set(value, Date.now());
      await machine.publish(messageOf(machine, Date.now(), [['D101', 0, Number(value)]]));
      await sleep(EVERY_MS + 37 * (n % 5));
    }
    await load;
    const seen = await page.evaluate(() => Object.entries((window as unknown as Watching).seenAt));
    over.abort();
    await Promise.all(streams);
    const drawn = seen.flatMap(([value, at]) => (sent.has(value) ? [at - (sent.get(value) ?? 0)] : []));
    return [
      rowOf(`a reading until a board in a browser has drawn it, ${STREAMS + 1} boards open`, drawn, READINGS),
      rowOf(`the same until the others have it`, heard, READINGS * STREAMS),
    ];
  } finally {
    over.abort();
    machine.close();
    await browser.close();
  }
};
const rowOf = (subject: string, took: readonly number[], of: number): Result => ({
  subject: `${subject}, at 2,000 readings a second, p95 ms (${took.length} of ${of} seen)`,
  ...{ ours: `${p95(took).toFixed(0)} (median ${median([...took]).toFixed(0)})`, bare: '–', ratio: '–' },
  ...{ goal: '≤ 1000 ms', met: took.length >= of * 0.95 && p95(took) <= 1_000 },
});

/** Boards show machines whose state is known: it says so, and is waited for. */
const running = async ({ server }: BenchServer, machine: Wire): Promise<void> => {
  await machine.publish(messageOf(machine, Date.now(), [['D103', 0, RUNS]]));
  for (const until = Date.now() + SHOWN_MS; ; await sleep(500)) {
    const response = await fetch(`${server.base}${API}/screen/data?${BOARD}`, { headers: SCREEN });
    const { data } = (await response.json()) as {
      readonly data?: { readonly data: Readonly<Record<string, unknown>> };
    };
    if ((data?.data.realtimeDevice as { readonly code?: string } | undefined)?.code === DEVICE) return;
    if (Date.now() > until) throw new Error(`the board does not show ${DEVICE}: ${JSON.stringify(data?.data)}`);
  }
};

interface Listening {
  readonly base: string;
  readonly signal: AbortSignal;
  readonly sent: Sent;
  readonly heard: number[];
}
const listen = async ({ base, signal, sent, heard }: Listening): Promise<void> => {
  const response = await fetch(`${base}${API}/screen/stream?${BOARD}`, { headers: SCREEN, signal });
  if (response.status !== 200) throw new Error(`a board is refused: ${response.status}`);
  const seen = new Set<string>();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(part, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events)
        for (const [, value = ''] of event.matchAll(/"value":(\d+\.\d+)/g)) {
          const at = sent.get(value);
          if (at === undefined || seen.has(value)) continue;
          seen.add(value);
          heard.push(Date.now() - at);
        }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

/** in the page: text of a value → ms of the frame that showed it first */
interface Watching {
  seenAt: Record<string, number>;
}
const openBoard = async (page: Page, base: string): Promise<Page> => {
  await page.goto(`${base}/v2/dashboard/devicerealtime?device=${DEVICE}`);
  await page.getByText('主轴温度').first().waitFor({ timeout: SHOWN_MS });
  await page.evaluate(() => {
    const seenAt: Record<string, number> = {};
    (window as unknown as Watching).seenAt = seenAt;
    new MutationObserver(() => {
      const texts = [...document.querySelectorAll('li strong')].map((one) => one.firstChild?.textContent ?? '');
      // the frame is drawn when the next one begins
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          for (const text of texts) seenAt[text] ??= Date.now();
        }),
      );
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return page;
};
