/** Built-in actions that only lead somewhere: another page, a dialog, a sheet. */
import type { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import { keys, readAnew } from '../data/query-client';
import type { recordClient } from '../data/record-client';
import type { ActBody, ActData, Refusal, WireRecord, WireRow } from '../data/types';
import type { Host, useHost } from '../page/host';
import { type FormDialogProps, type RecordPlace, useRooms } from '../page/rooms';
import type { Page } from '../page/types';
import type { DialogDesk } from './dialog-desk';
import { recordUrl, withQuery } from './open-record';
import { showPage } from './run-go';

const CompareDialog = lazy(() => import('./CompareDialog').then((module) => ({ default: module.CompareDialog })));
const ExportDialog = lazy(() => import('./ExportDialog').then((module) => ({ default: module.ExportDialog })));
const ImportDialog = lazy(() => import('./ImportDialog').then((module) => ({ default: module.ImportDialog })));

export interface RunOptions {
  /** rows of a sub-table, for actions with `in` */
  readonly rows?: readonly string[];
  /** the unsaved record, for `draft` actions; its answer is a patch */
  readonly draft?: () => Readonly<Record<string, unknown>>;
  readonly onPatch?: (patch: Readonly<Record<string, unknown>>) => void;
  /** values a new record, or the page that is opened, starts with besides (the chosen node of a tree, a scanned code) */
  readonly with?: Readonly<Record<string, Json>>;
  /** what a list exports: its body */
  readonly exportBody?: () => Parameters<typeof recordClient.export>[1];
  /** takes the unsaved records of a push instead of opening their pages */
  readonly onRecords?: (records: readonly WireRecord[]) => void;
  /** the page shows the refusal itself */
  readonly onRefused?: (text: string, refusal: Refusal) => void;
  /** a question the action would ask was asked already (a dragged card, a key of the floor) */
  readonly sure?: boolean;
  /** what its dialog would ask is known already */
  readonly answers?: Readonly<Record<string, Json>>;
  /** its call is kept on the device: at once, or when no answer comes */
  readonly wait?: { readonly now: boolean; readonly keep: (body: ActBody) => Promise<void> };
}
/** What a run works with, as it is now. */
export interface At {
  readonly page: Page;
  readonly host: ReturnType<typeof useHost>;
  readonly client: ReturnType<typeof useQueryClient>;
  readonly onDone: ((action: ResolvedAction, data: ActData) => void) | undefined;
}

export function openRecord({ page, host, client }: At, desk: DialogDesk, place: RecordPlace): void {
  const url = recordUrl(page, host, place);
  if (url !== undefined) {
    host.openPage(url);
    return;
  }
  const shown = isOnFloor(host, page, place)
    ? showPage(desk, {
        code: `${page.object.object}#edit`,
        as: 'drawer',
        title: page.title,
        params: new URLSearchParams(withQuery('', { ...place, with: { ...place.with, ...FLOOR } }).replace(/^\?/, '')),
      })
    : desk.show<void>((done) => <RecordDialog page={page} place={place} onClose={done} />);
  void shown.then(() => client.invalidateQueries({ queryKey: keys.object(page.object.object) }));
}
/** What is worked on by touch is written by touch, too, though it has no page of its own. */
const isOnFloor = (host: Host, { object }: Page, { sort, copyOf }: RecordPlace): boolean =>
  host.params.get('floor') === '1' && object.floor !== undefined && sort === 'edit' && copyOf === undefined;
const FLOOR = { floor: '1' } as const;

function RecordDialog(props: FormDialogProps) {
  const { FormDialog } = useRooms();
  return <FormDialog {...props} />;
}

/** a list body names a page; a sheet has none */
const PAGE = { current: 1, size: 1 };

/** Built-in actions that only lead somewhere. */
export function builtInGo(
  action: ResolvedAction,
  records: readonly WireRow[],
  options: RunOptions,
  at: () => At,
  desk: DialogDesk,
  open: (place: RecordPlace) => void,
): (() => Promise<void> | void) | undefined {
  if (!action.builtIn) return undefined;
  const first = records[0];
  switch (action.code) {
    case 'add':
      return () => open({ sort: 'edit', with: options.with });
    case 'view':
      return () => open({ sort: 'detail', id: first?.id });
    case 'edit':
      return () => open({ sort: 'edit', id: first?.id });
    case 'copy':
      return () => open({ sort: 'edit', copyOf: first?.id });
    case 'addChild': {
      const { tree } = at().page.object;
      return () => open({ sort: 'edit', with: tree === undefined || first === undefined ? {} : { [tree]: first.id } });
    }
    case 'compare':
      return async () => {
        const { page } = at();
        await desk.show<void>((done) => <CompareDialog page={page} id={first?.id ?? ''} onClose={() => done()} />);
      };
    case 'export':
      return async () => {
        const { page } = at();
        const shown = options.exportBody?.();
        // chosen rows may come from several searches: only columns and order of the list count for them
        const { columns, sort } = shown ?? {};
        const body =
          records.length === 0
            ? (shown ?? PAGE)
            : {
                ...PAGE,
                ids: records.map((record) => record.id),
                ...(columns === undefined ? {} : { columns }),
                ...(sort === undefined ? {} : { sort }),
              };
        await desk.show<boolean>((done) => <ExportDialog page={page} body={body} onClose={done} />);
      };
    case 'import':
      return async () => {
        const { page, client } = at();
        const isDone = await desk.show<boolean>((done) => <ImportDialog page={page} onClose={done} />);
        if (isDone) await readAnew(client);
      };
    default:
      return undefined;
  }
}
