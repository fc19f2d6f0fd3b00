/** The calls of the designer (docs/api.md, /lcdp/design). Refusals are the caller's to show. */
import { http } from '../../runtime/data/http';
import { newToken } from '../../runtime/data/ids';
import type { PaintPage } from '../../runtime/data/print-types';
import type { Step } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type {
  CodeUsage,
  Dataset,
  DesignProblem,
  FlowPeople,
  FlowSimulation,
  PreviewAnswer,
  SyncDetail,
  SyncListed,
  SyncResult,
  SyncTable,
  Taken,
  TreeApp,
} from '../../schemas/language/wire-design';
import type { DesignLibrary, DesignTree, OpenedDraft, Sandbox } from './types';

/** a role by its code, or a user by his id: looked at with the rights that both have */
export type Somebody = { readonly role: string } | { readonly user: string };
interface PrintBody {
  readonly draft: string;
  readonly document: string;
  readonly id: string;
}
export interface PrintedPages {
  readonly width: number;
  readonly height: number;
  readonly pages: readonly PaintPage[];
}

/** a sync as it is saved; a new one has no id yet */
export type SyncWish = Omit<SyncTable, 'id' | 'version' | 'lastRun' | 'lastResult'> & {
  readonly id?: string;
  readonly version?: number;
};

const call = <T>(name: string, body: object): Promise<T> => http.post(`/lcdp/design/${name}`, body, { quiet: true });
const write = <T>(name: string, body: object, token: string = newToken()): Promise<T> => call(name, { ...body, token });

export const designClient = {
  tree: (): Promise<DesignTree> => call('tree', {}),
  library: (): Promise<DesignLibrary> => call('library', {}),
  saveApp: (title: string): Promise<TreeApp> => write('apps/save', { title }),
  open: (body: {
    readonly draft?: string;
    readonly app?: string;
    readonly title?: string;
    readonly documents: readonly string[];
    /** the app's draft that is open, if there is one */
    readonly join?: true;
  }): Promise<OpenedDraft> => write('open', body),
  /** documents as they are published, without a draft: its id is '' */
  look: (app: string, documents: readonly string[]): Promise<OpenedDraft> => call('drafts/read', { app, documents }),
  /** the draft with all its documents, as the server has it */
  read: (draft: string, documents: readonly string[]): Promise<OpenedDraft> =>
    call('drafts/read', { draft, documents }),
  /** a lost call is sent again with its token: it counts once */
  steps: (
    draft: string,
    seq: number,
    steps: readonly { readonly document: string; readonly step: Step; readonly gesture?: string }[],
    token: string,
  ): Promise<Taken> => write('steps', { draft, seq, steps }, token),
  /** a layout of the draft over a real document, as it would be printed */
  print: (body: PrintBody): Promise<PrintedPages> => call('print', body),
  printPdf: (body: PrintBody): Promise<unknown> => http.download('/lcdp/design/print/pdf', body, { quiet: true }),
  /** numbers of charts over the draft's reports */
  preview: (draft: string, cells: readonly object[], as?: Somebody): Promise<readonly PreviewAnswer[]> =>
    call('preview', { draft, cells, ...(as === undefined ? {} : { as }) }),
  /** rows of a report of the draft */
  previewRows: (draft: string, page: string, body: Json, as?: Somebody): Promise<unknown> =>
    call('preview', { draft, page, body, ...(as === undefined ? {} : { as }) }),
  /** records that hold the codes of a dictionary */
  usage: (dict: string): Promise<readonly CodeUsage[]> => call('usage', { dict }),
  /** datasets whoever asks may view, by area */
  datasets: (): Promise<readonly { readonly title: string; readonly children: readonly Dataset[] }[]> =>
    http.get('/chartdesign/getFirstTreeData', { quiet: true }),
  /** what a new shipped text did not take: the places of those to keep, the others are given up */
  decide: (document: string, mine: readonly number[]): Promise<unknown> => write('decide', { document, mine }),
  /** whom flows may name, those of `named` first */
  people: (body: { readonly keyword?: string; readonly named?: readonly string[] }): Promise<FlowPeople> =>
    http.post('/flow/model/people', body, { quiet: true }),
  /** the way a document would take through a flow that is being designed */
  simulate: (body: {
    readonly docType: string;
    readonly text: Json;
    readonly values: Readonly<Record<string, Json>>;
    readonly docId?: string;
    readonly starter?: string;
  }): Promise<FlowSimulation> => http.post('/flow/model/simulate', body, { quiet: true }),
  /** the text of a flow as BPMN 2.0, and the other way */
  toBpmn: (text: Json): Promise<{ readonly xml: string }> => http.post('/flow/model/export', { text }, { quiet: true }),
  fromBpmn: (body: {
    readonly xml: string;
    readonly flow: string;
    readonly object: string;
  }): Promise<{ readonly text: Json }> => http.post('/flow/model/import', body, { quiet: true }),
  /** tables of the draft for an hour: `rows` of them, with the rights the caller and somebody else both have */
  sandbox: (body: {
    readonly draft: string;
    readonly rows: 'live' | 'none' | 'many';
    readonly as?: Somebody;
  }): Promise<Sandbox> => call('sandbox', body),
  /** tables the installation declares, with the sync of those that have one */
  tables: (): Promise<readonly SyncListed[]> => http.get('/lcdp/apppage/getSyncTables', { quiet: true }),
  table: ({ id, connection, tableName }: SyncListed): Promise<SyncDetail> =>
    http.get(
      `/lcdp/apppage/getSyncTablesDetail?${new URLSearchParams(id === null ? { connection, tableName } : { id })}`,
      { quiet: true },
    ),
  saveTable: (body: SyncWish): Promise<{ readonly id: string }> =>
    http.post('/lcdp/apppage/SaveSyncTables', { ...body, token: newToken() }, { quiet: true }),
  removeTable: (id: string): Promise<true> =>
    http.post(`/lcdp/apppage/delSyncTable?id=${id}`, { token: newToken() }, { quiet: true }),
  runTable: (id: string): Promise<SyncResult> => write('sync/run', { id }),
  lint: (draft: string): Promise<{ readonly problems: readonly DesignProblem[] }> => call('lint', { draft }),
};
