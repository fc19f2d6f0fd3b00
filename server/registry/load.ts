import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AnyDoc,
  BLOCK_SCHEMA,
  type BlockDoc,
  type DataDoc,
  type DictionariesDoc,
  type MenusDoc,
  OBJECT_SCHEMA,
  type ObjectDoc,
  type SettingsDoc,
} from '../../schemas/language/document';
import type { BoardDoc, ReportDoc } from '../../schemas/language/document-report';
import type { FlowDoc } from '../../schemas/language/flow/document';
import type { PrintDoc } from '../../schemas/language/print';
import type { Step } from '../../schemas/language/steps';
import { ROOT } from '../root';

/** A document with where it stands: `area` is its folder below the sort (`objects/<area>/…`), '' when it has none. */
export interface Placed<T> {
  readonly doc: T;
  readonly area: string;
  readonly file: string;
  /** the text it was read from, when it comes from no file */
  readonly text?: string;
  /** steps of the organisation over the shipped text; an object takes them when it is resolved, `doc` of other sorts has them */
  readonly overlay?: { readonly shipped: T; readonly steps: readonly Step[] };
}
export interface SchemaFiles {
  readonly objects: readonly Placed<ObjectDoc>[];
  readonly blocks: readonly Placed<BlockDoc>[];
  readonly menus: readonly Placed<MenusDoc>[];
  readonly dictionaries: readonly Placed<DictionariesDoc>[];
  readonly settings: readonly Placed<SettingsDoc>[];
  readonly data: readonly Placed<DataDoc>[];
  readonly prints: readonly Placed<PrintDoc>[];
  readonly reports: readonly Placed<ReportDoc>[];
  readonly boards: readonly Placed<BoardDoc>[];
  readonly flows: readonly Placed<FlowDoc>[];
}

/** The shipped documents: `schemas` beside package.json, from the sources and from the build alike. */
export const SCHEMAS = join(ROOT, 'schemas');

/**
 * Reads every document below a schemas folder, in path order. Throws with the file name when a text is no JSON or of no known sort:
 * a server does not start on half of its documents.
 */
export function loadSchemas(folder: string = SCHEMAS): SchemaFiles {
  return {
    objects: pick<ObjectDoc>(folder, 'objects', OBJECT_SCHEMA),
    blocks: pick<BlockDoc>(folder, 'blocks', BLOCK_SCHEMA),
    menus: pick<MenusDoc>(folder, 'menus', 'menus/1'),
    dictionaries: pick<DictionariesDoc>(folder, 'dictionaries', 'dictionaries/1'),
    settings: pick<SettingsDoc>(folder, 'settings', 'settings/1'),
    data: pick<DataDoc>(folder, 'demo', 'data/1'),
    prints: pick<PrintDoc>(folder, 'prints', 'print/1'),
    reports: pick<ReportDoc>(folder, 'reports', 'report/1'),
    boards: pick<BoardDoc>(folder, 'boards', 'board/1'),
    flows: pick<FlowDoc>(folder, 'flows', 'flow/1'),
  };
}

/** Several folders as one: the later ones only add (documents of an organisation in tests, a package of own documents). */
export function joinSchemas(...all: readonly SchemaFiles[]): SchemaFiles {
  return {
    objects: all.flatMap((files) => files.objects),
    blocks: all.flatMap((files) => files.blocks),
    menus: all.flatMap((files) => files.menus),
    dictionaries: all.flatMap((files) => files.dictionaries),
    settings: all.flatMap((files) => files.settings),
    data: all.flatMap((files) => files.data),
    prints: all.flatMap((files) => files.prints),
    reports: all.flatMap((files) => files.reports),
    boards: all.flatMap((files) => files.boards),
    flows: all.flatMap((files) => files.flows),
  };
}

function pick<T extends AnyDoc>(root: string, sort: string, schema: T['$schema']): Placed<T>[] {
  return list(join(root, sort)).map((entry) => {
    const doc = entry.json as T;
    if (doc === null || typeof doc !== 'object' || doc.$schema !== schema)
      throw new Error(`${entry.file}: $schema must be ${schema}`);
    return { doc, area: entry.area, file: entry.file };
  });
}

interface Entry {
  readonly area: string;
  readonly file: string;
  readonly json: unknown;
}
function list(folder: string, area = ''): Entry[] {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names.flatMap((name) => {
    const path = join(folder, name);
    if (name.endsWith('.json')) return [{ area, file: path, json: parse(path) }];
    if (name.includes('.')) return [];
    return list(path, area === '' ? name : area);
  });
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
