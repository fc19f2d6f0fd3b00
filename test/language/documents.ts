/** Fixture documents of test/fixtures, and a stub registry of the objects they refer to. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FiledDoc } from '../../schemas/language/check/index';
import type { AnyDoc, BlockDoc, ObjectDoc } from '../../schemas/language/document';

export const FIXTURES = join(import.meta.dirname, '../fixtures');
export const SCHEMAS = join(import.meta.dirname, '../../schemas');

export const readText = (path: string): string => readFileSync(path, 'utf8');
export const readDoc = <T extends AnyDoc>(path: string): T => JSON.parse(readText(path)) as T;

/** Blocks of the worked examples. */
export function fixtureBlocks(): ReadonlyMap<string, BlockDoc> {
  const folder = join(FIXTURES, 'blocks');
  return new Map(
    readdirSync(folder)
      .map((file) => readDoc<BlockDoc>(join(folder, file)))
      .map((block) => [block.block, block]),
  );
}
export const example = (name: string): ObjectDoc => readDoc<ObjectDoc>(join(FIXTURES, 'canon', `${name}.json`));

/** All documents under a folder, paths relative to it. */
export function documentsIn(folder: string, under = ''): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) return documentsIn(folder, path);
    return entry.name.endsWith('.json') ? [{ path, text: readText(join(folder, path)) }] : [];
  });
}
export const filed = (files: readonly { readonly path: string; readonly text: string }[]): readonly FiledDoc[] =>
  files.map(({ path, text }) => ({ path, doc: JSON.parse(text) as AnyDoc }));
