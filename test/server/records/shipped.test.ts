import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extendHeads } from '../../../schemas/language/ext';
import { functions } from '../../../server/domain';
import { JOBS } from '../../../server/jobs/list';
import { allServices as services } from '../../../server/modules';
import { shippedRule } from '../../../server/records/codes/code-rules';
import { getPageList } from '../../../server/records/list/list';
import { getNew } from '../../../server/records/read/read';
import { openSettings } from '../../../server/records/settings/settings-page';
import { buildRegistry } from '../../../server/registry/registry';
import { type Factory, openFactory } from '../../support/records';

let factory: Factory;
beforeAll(async () => {
  factory = await openFactory({ functions, services });
});
afterAll(() => factory?.close());

const registry = buildRegistry(undefined, { functions });
const entries = [...registry.pages.values()].filter((page) => page.sort === 'list');
// a page over settings is one record without a table
const pages = entries.filter((page) => page.object.settings === undefined);
const objects = [...registry.objects.values()];
/** Rows that come with the documents: a head for each slot, a rule for each number, a row for each job and each layout. */
const MADE: { readonly [object: string]: number } = {
  extendHead: objects.flatMap(extendHeads).length,
  codeRule: objects.filter((object) => shippedRule(object) !== undefined).length,
  docLink: objects.flatMap((object) => (object.audited ? Object.values(object.actions).filter(({ push }) => push) : []))
    .length,
  sysJob: JOBS.length,
  printTpl: registry.files.prints.length,
};

/** what a field that is computed as it is read is compared with, by its type */
const VALUES: { readonly [type: string]: string } = {
  int: '1',
  decimal: '1.5',
  text: `'1'`,
  bool: 'true',
  date: `dateOf(now())`,
  datetime: 'now()',
};

describe('every shipped page', () => {
  for (const { code } of pages) {
    it(`${code} lists, with every scheme and order it offers`, async () => {
      const page = factory.registry.page(code)!;
      const root = await factory.root();
      expect((await getPageList(root, page, {})).total).toBe(MADE[page.object.object] ?? 0);
      for (const scheme of page.list.schemes) await getPageList(root, page, { scheme: scheme.code });
      for (const column of page.list.columns.filter((column) => column.sort))
        await getPageList(root, page, { sort: `-${column.field}` });
      for (const field of Object.values(page.object.fields).filter(({ formulaAt }) => formulaAt === 'live')) {
        const is =
          field.dict === undefined ? VALUES[field.type] : `'${registry.dicts.get(field.dict)?.items[0]?.code}'`;
        if (is !== undefined) await getPageList(root, page, { where: `${field.code} == ${is}` });
      }
      const own = [
        { functions: [page.right], scope: { scope: '2', depts: [] } },
        { functions: [page.right], scope: { scope: '4', depts: [] } },
      ];
      await getPageList(await factory.as(own), page, {});
    });
    it(`${code} gives a new record`, async () => {
      const page = factory.registry.page(code)!;
      const record = await getNew(await factory.root(), page, {});
      expect(record._hop).toBeTypeOf('object');
      expect(record._actions).toEqual(['save']);
    });
  }
  for (const page of entries.filter((entry) => entry.object.settings !== undefined))
    it(`${page.code} opens with a value or a default for every key`, async () => {
      const record = await openSettings(await factory.root(), factory.registry.page(page.code)!);
      const keys = Object.values(page.object.fields).filter((field) => field.base !== true);
      expect(keys.length).toBeGreaterThan(0);
      for (const field of keys) expect(record[field.code]).toEqual(field.default ?? null);
    });
});
