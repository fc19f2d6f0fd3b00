/** Two editors of one draft: whatever both do, in whatever order it is sent, they end with the text the server has. */
import { describe, expect, it } from 'vitest';
import type { DesignStore } from '../../designer/document/store';
import { applyStep, mapOver, reapply, type Step, type StepDoc } from '../../schemas/language/steps/index';
import { randomStep, seeded } from '../language/random-steps';
import { openStore, shippedDocuments } from '../support/check-command';

const documents = shippedDocuments().filter((doc) => /^(object|report|board|menus|dictionaries):/.test(doc.id));

/** Steps in the order they were taken. A client sends what it has before it saw what others did, as the calls do, or after. */
class Server {
  readonly log: { readonly by: string; readonly step: Step }[] = [];
  text: StepDoc;
  constructor(text: StepDoc) {
    this.text = text;
  }
  take(by: string, step: Step): void {
    const applied = applyStep(this.text, step);
    expect(applied.problem, `${by} ${JSON.stringify(step)} ${applied.problem?.text}`).toBeUndefined();
    this.text = applied.doc ?? this.text;
    this.log.push({ by, step });
  }
  /** A step made before `others`: where they moved what it is about; what does not fit is left out (server/design/drafts.ts). */
  judge(by: string, step: Step, others: readonly Step[]): void {
    const fits = mapOver(step, others).step;
    const done = fits === undefined ? undefined : reapply(this.text, fits);
    if (fits === undefined || done === undefined || done.conflict !== undefined || done.step === undefined) return;
    this.text = done.doc;
    this.log.push({ by, step: fits });
  }
}
class Client {
  private seen = 0;
  readonly store: DesignStore;
  private readonly name: string;
  private readonly id: string;
  constructor(name: string, id: string) {
    this.name = name;
    this.id = id;
    this.store = openStore(id, documents);
  }
  sync(server: Server): void {
    const others = server.log.slice(this.seen).filter((item) => item.by !== this.name);
    expect(
      this.store.receive(
        this.id,
        others.map((item) => item.step),
        '别人',
      ),
    ).toBeUndefined();
    const { unsent } = this.store;
    for (const { step } of unsent) server.take(this.name, step);
    this.store.answered(unsent.length, []);
    this.seen = server.log.length;
  }
  /** One call: what was done goes out, what others did comes with the answer. */
  exchange(server: Server): void {
    const steps = server.log
      .slice(this.seen)
      .filter((item) => item.by !== this.name)
      .map((item) => item.step);
    const { unsent } = this.store;
    for (const { step } of unsent) server.judge(this.name, step, steps);
    this.seen = server.log.length;
    expect(this.store.answered(unsent.length, [{ document: this.id, steps, user: '别人' }])).toBeUndefined();
  }
  act(random: () => number): void {
    const dice = random();
    if (dice < 0.15) this.store.undo();
    else if (dice < 0.25) this.store.redo();
    else {
      const step = randomStep(this.text, random);
      if (step !== undefined) this.store.dispatch({ gesture: '改', steps: [{ document: this.id, step }] });
    }
  }
  get text(): StepDoc {
    return this.store.state.documents[this.id]?.text ?? {};
  }
}

describe('two editors', () => {
  const rounds = process.env.LAWS === 'full' ? 2000 : 100;
  it.each(['sync', 'exchange'] as const)(
    `agree in ${rounds} sessions (%s)`,
    { timeout: process.env.LAWS === 'full' ? 900_000 : 60_000 },
    (way) => {
      let conflicts = 0;
      for (let i = 0; i < rounds; i++) {
        const random = seeded(i * 6151 + 5);
        const document = documents[Math.floor(random() * documents.length)];
        if (document === undefined) continue;
        const server = new Server(document.text);
        const clients = [new Client('张三', document.id), new Client('李四', document.id)] as const;
        for (let n = 0; n < 30; n++) {
          const client = random() < 0.5 ? clients[0] : clients[1];
          if (random() < 0.25) client[way](server);
          else client.act(random);
        }
        for (const client of [...clients, ...clients]) client[way](server);
        for (const client of clients) expect(JSON.stringify(client.text)).toBe(JSON.stringify(server.text));
        conflicts += clients[0].store.conflicts.length + clients[1].store.conflicts.length;
      }
      expect(conflicts).toBeGreaterThan(0);
    },
  );
});
