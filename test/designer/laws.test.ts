/** Random commands over shipped documents keep the laws; opening and saving a document changes no byte. */
import { describe, expect, it } from 'vitest';
import * as commands from '../../designer/commands/index';
import type { Command } from '../../designer/document/state';
import type { DesignStore } from '../../designer/document/store';
import { placeSort, wholeText } from '../../designer/rules/index';
import { printDoc } from '../../schemas/language/canon';
import { canonLib } from '../../schemas/language/check/documents';
import { libraryOf } from '../../schemas/language/check/index';
import type { AnyDoc } from '../../schemas/language/document';
import { applySteps, diffSteps, entriesAt, joinAddress, valueAt } from '../../schemas/language/steps/index';
import { documentsIn, SCHEMAS } from '../language/documents';
import { pick, type Random, seeded } from '../language/random-steps';
import { checkCommand, errorsOf, openStore, shippedDocuments } from '../support/check-command';

const documents = shippedDocuments();
const sources = new Map(documentsIn(SCHEMAS).map(({ path, text }) => [path, text]));

describe('a shipped document', () => {
  const library = libraryOf(documents.map(({ path, text }) => ({ path, doc: text as unknown as AnyDoc })));
  const store = openStore('object:unit', documents);
  it.each(documents.map((doc) => [doc.id, doc] as const))('%s opens and saves back byte-identical', (id, document) => {
    store.show(id);
    const opened = store.openDocument;
    if (opened === undefined) throw new Error('not open');
    expect(printDoc(opened.text as unknown as AnyDoc, canonLib(library))).toBe(sources.get(document.path));
    // also as what a draft would keep of it
    expect(diffSteps(document.base, opened.text)).toEqual([]);
  });
});

/** Maps and lists people work on, by the sort of what they open. */
const LISTS: readonly string[] = [
  'fields',
  'list.columns',
  'list.search',
  'list.schemes',
  'rules',
  'checks',
  'actions',
  'edit.groups',
  'detail.tabs',
  'views',
  'dims',
  'measures',
  'list.charts',
  'kpis',
  'cells',
  'items',
  'dicts',
  'keys',
];
const ENTRIES: { readonly [list: string]: unknown } = {
  rules: { when: '1 == 1', hide: [] },
  checks: { that: '1 == 1', say: '不成立' },
  'list.schemes': { title: '新方案' },
  actions: { title: '新动作', at: ['row'], confirm: '确定吗？' },
  views: { title: '新页面' },
  'detail.tabs': { title: '新页签' },
};
let serial = 0;

/** A command with arguments that somebody could have meant. */
function randomCommand(store: DesignStore, random: Random): readonly [Command<never>, unknown] | undefined {
  const text = wholeText(store.state, store.openDocument?.text ?? {});
  const groups = (entriesAt(text, 'edit.groups') ?? []).map((code) => `edit.groups.${code}.fields`);
  const lists = [...LISTS, ...groups].filter((list) => entriesAt(text, list) !== undefined);
  const list = pick(random, lists);
  if (list === undefined) return undefined;
  const keys = (entriesAt(text, list) ?? []).filter((key) => !key.startsWith('$'));
  const key = pick(random, keys);
  const code = `x${'Abcdefgh'.charAt(0)}${++serial}`;
  const after = random() < 0.3 ? null : (pick(random, keys) ?? null);
  const isPlacement = ['column', 'item', 'search'].includes(placeSort(text, list));
  const as = <A>(command: Command<A>, args: A): readonly [Command<never>, unknown] => [command as Command<never>, args];
  switch (Math.floor(random() * 9)) {
    case 0:
      return as(commands.addField, {
        code,
        field: pick(random, [
          { title: '新字段', kind: 'input' },
          { title: '新数量', type: 'decimal' },
          { title: '新日期', kind: 'date' },
          { title: '新物料', ref: 'material', kind: 'dialogSelect' },
        ] as const) ?? { title: '新字段' },
        ...(isPlacement ? { spot: { list, after } } : {}),
      });
    case 1:
      if (ENTRIES[list] === undefined) return undefined;
      return as(commands.addEntry, { list, code, value: ENTRIES[list] as never, after });
    case 2: {
      const field = pick(random, entriesAt(text, 'fields') ?? []);
      return field === undefined || !isPlacement
        ? undefined
        : as(commands.placeField, { code: field, spot: { list, after } });
    }
    default:
  }
  if (key === undefined) return undefined;
  const address = joinAddress(list, key);
  switch (Math.floor(random() * 7)) {
    case 0:
      return as(commands.moveEntries, { addresses: [address], spot: { list, after: after === key ? null : after } });
    case 1:
      return as(commands.moveBy, { address, by: random() < 0.5 ? 1 : -1 });
    case 2:
      return as(commands.removeEntries, { addresses: [address] });
    case 3:
      return as(commands.renameEntry, { address, to: code });
    case 4: {
      const title = valueAt(text, joinAddress(address, 'title'));
      return as(commands.retitle, { address, title: `${typeof title === 'string' ? title : '新名'}甲` });
    }
    case 5:
      return as(commands.duplicateEntries, { addresses: [address] });
    default:
      return as(commands.paste, { text: commands.copyText(store.state, [address]), spot: { list, after } });
  }
}

describe('random commands', () => {
  const isFull = process.env.LAWS === 'full';
  const sequences = isFull ? 1000 : 30;
  const open = documents.filter((doc) => /^(object|report|board|menus|dictionaries|settings):/.test(doc.id));
  it(
    `keep the laws in ${sequences} sequences`,
    () => {
      let done = 0;
      let refused = 0;
      for (let i = 0; i < sequences; i++) {
        const random = seeded(i * 7919 + 1);
        const document = pick(random, open);
        if (document === undefined) continue;
        const store = openStore(document.id, documents);
        for (let n = 0; n < 8; n++) {
          const wish = randomCommand(store, random);
          if (wish === undefined) continue;
          const reason = checkCommand(store, wish[0], wish[1] as never, false);
          if (reason === undefined) done++;
          else refused++;
        }
        // the published text and the steps to the draft say the same as the draft
        const now = store.openDocument?.text ?? {};
        expect(applySteps(document.base, diffSteps(document.base, now)).doc ?? {}).toEqual(now);
        while (store.canUndo) expect(store.undo()).toBeUndefined();
        expect(JSON.stringify(store.openDocument?.text)).toBe(JSON.stringify(document.base));
      }
      expect(done).toBeGreaterThan(sequences * 2);
      expect(refused).toBeGreaterThan(0);
    },
    isFull ? 900_000 : 60_000,
  );
  it(
    'that only add, place and lay out leave no error in any document',
    () => {
      const gentle = new Set<unknown>([
        commands.addField,
        commands.placeField,
        commands.moveEntries,
        commands.moveBy,
        commands.retitle,
      ]);
      for (let i = 0; i < (isFull ? 60 : 4); i++) {
        const random = seeded(i * 104729 + 3);
        const document = pick(
          random,
          documents.filter((doc) => doc.id.startsWith('object:')),
        );
        if (document === undefined) continue;
        const store = openStore(document.id, documents);
        const errors = new Set(errorsOf(store));
        for (let n = 0; n < 14; n++) {
          const wish = randomCommand(store, random);
          if (wish !== undefined && gentle.has(wish[0])) checkCommand(store, wish[0], wish[1] as never, false);
        }
        expect(
          errorsOf(store).filter((error) => !errors.has(error)),
          document.id,
        ).toEqual([]);
      }
    },
    isFull ? 900_000 : 60_000,
  );
});
