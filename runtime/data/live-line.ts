/** One stream of the live channel: its events as they come; given up when it stays silent. */

export interface LiveWire {
  stream(path: string, onText: (part: string) => void, signal: AbortSignal): Promise<void>;
  post<T>(path: string, body: unknown, options: { readonly quiet: true }): Promise<T>;
}
export interface LiveEvent {
  readonly seq?: number;
  readonly stream?: string;
  readonly topic?: string;
  readonly ids?: readonly string[] | undefined;
  /** of a device or meter on monitors: null = it is not to be seen */
  readonly row?: unknown;
  /** who else has a draft open */
  readonly people?: readonly LivePerson[];
}
export interface LivePerson {
  readonly id: string;
  readonly name: string;
}
export interface Line {
  close(): void;
  /** why it ended; undefined = the server was through */
  readonly ended: Promise<unknown>;
}

/** the server speaks every 20 seconds; a line that is silent for longer is dead */
const SILENT_MS = 50_000;

export function openLine<T = LiveEvent>(
  wire: Pick<LiveWire, 'stream'>,
  hear: (event: string, data: T) => void,
  path = '/live',
): Line {
  const own = new AbortController();
  let text = '';
  let silence: ReturnType<typeof setTimeout> | undefined;
  const alive = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => own.abort(), SILENT_MS);
  };
  const take = (part: string): void => {
    alive();
    text += part;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      if (event !== undefined) hear(event, JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}') as T);
    }
  };
  alive();
  return {
    close: () => {
      clearTimeout(silence);
      own.abort();
    },
    ended: wire
      .stream(path, take, own.signal)
      .then(
        () => undefined,
        (cause: unknown) => cause,
      )
      .finally(() => clearTimeout(silence)),
  };
}
