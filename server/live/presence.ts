/**
 * Who has a draft before him (language §12.3): the streams that watch its topic, of this process and of the others, which say so when it
 * changes and again while it holds. Nothing is stored: who is not heard of is not there.
 */
import type { Session } from '../ctx';
import { newId } from '../ids';

export interface Person {
  readonly id: string;
  readonly name: string;
}
interface Seat {
  readonly schema: string;
  readonly person: Person;
  readonly drafts: readonly string[];
}
interface Heard {
  readonly people: readonly Person[];
  readonly at: number;
}
/** a process repeats itself with every heartbeat; one that is silent for longer is gone */
const SILENT_MS = 50_000;
const MOST = 20;
const TOPIC = 'draft:';
const keyOf = (schema: string, draft: string): string => `${schema} ${draft}`;
const byId = (people: readonly Person[]): readonly Person[] => [
  ...new Map(people.map((person) => [person.id, person])).values(),
];

export class Presence {
  readonly #process = newId();
  readonly #seats = new Map<string, Seat>();
  readonly #heard = new Map<string, Map<string, Heard>>();
  readonly #announce: (schema: string, text: string) => void;
  readonly #now: () => number;

  /** `announce` tells the other processes. */
  constructor(announce: (schema: string, text: string) => void, now: () => number) {
    this.#announce = announce;
    this.#now = now;
  }

  /** A stream watches these topics from now on. */
  sit(stream: string, { org, me }: Pick<Session, 'org' | 'me'>, topics: Iterable<string>): void {
    const drafts = [...topics].flatMap((topic) => (topic.startsWith(TOPIC) ? topic.slice(TOPIC.length) : []));
    const before = this.#seats.get(stream);
    if (drafts.length === 0) this.#seats.delete(stream);
    else this.#seats.set(stream, { schema: org.schema, person: { id: me.id, name: me.name }, drafts });
    for (const draft of new Set([...drafts, ...(before?.drafts ?? [])]))
      if (drafts.includes(draft) !== (before?.drafts.includes(draft) ?? false)) this.#tell(org.schema, draft);
  }
  leave(stream: string): void {
    const seat = this.#seats.get(stream);
    if (seat === undefined || !this.#seats.delete(stream)) return;
    for (const draft of seat.drafts) this.#tell(seat.schema, draft);
  }
  /** What another process said. */
  hear(schema: string, text: string): void {
    const [draft = '', process = '', ...rest] = text.split(' ');
    if (process === this.#process) return;
    const key = keyOf(schema, draft);
    const known = this.#heard.get(key) ?? new Map<string, Heard>();
    known.set(process, { people: JSON.parse(rest.join(' ')) as readonly Person[], at: this.#now() });
    this.#heard.set(key, known);
  }
  /** Says again who is here, and forgets who says nothing any more. */
  repeat(): void {
    const held = new Map<string, string>();
    for (const { schema, drafts } of this.#seats.values()) for (const draft of drafts) held.set(draft, schema);
    for (const [draft, schema] of held) this.#tell(schema, draft);
    for (const [key, known] of this.#heard) {
      for (const [process, { people, at }] of known)
        if (people.length === 0 || this.#now() - at > SILENT_MS) known.delete(process);
      if (known.size === 0) this.#heard.delete(key);
    }
  }
  /** The drafts of a stream, each with who else is there. */
  around(stream: string): readonly { readonly topic: string; readonly people: readonly Person[] }[] {
    const seat = this.#seats.get(stream);
    return (seat?.drafts ?? []).map((draft) => {
      const { schema = '', person } = seat ?? {};
      const far = [...(this.#heard.get(keyOf(schema, draft))?.values() ?? [])].flatMap(({ people }) => people);
      const people = byId([...this.#here(schema, draft), ...far]).filter(({ id }) => id !== person?.id);
      return { topic: `${TOPIC}${draft}`, people };
    });
  }

  #here(schema: string, draft: string): readonly Person[] {
    const seats = [...this.#seats.values()].filter((seat) => seat.schema === schema && seat.drafts.includes(draft));
    return byId(seats.map(({ person }) => person)).slice(0, MOST);
  }
  #tell(schema: string, draft: string): void {
    this.#announce(schema, `${draft} ${this.#process} ${JSON.stringify(this.#here(schema, draft))}`);
  }
}
