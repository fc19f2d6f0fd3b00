/** Calls of 产品追溯 (docs/api/trace.md). Refusals are shown by the workbench itself. */
import { type CallOptions, http } from '../../../runtime/data/http';
import { newToken } from '../../../runtime/data/ids';
import type {
  TraceFind,
  TraceFound,
  TraceFreezeBody,
  TraceFrozen,
  TraceGraph,
  TraceGraphBody,
  TracePath,
  TracePathBody,
  TraceResource,
  TraceResourceBody,
} from '../../../schemas/language/wire-trace';

const BASE = '/gongdan/trace';
const QUIET: CallOptions = { quiet: true };

export const traceCalls = {
  find: (body: TraceFind): Promise<TraceFound> => http.post(`${BASE}/find`, body, QUIET),
  graph: (body: TraceGraphBody): Promise<TraceGraph> => http.post(`${BASE}/graph`, body, QUIET),
  path: (body: TracePathBody): Promise<TracePath> => http.post(`${BASE}/path`, body, QUIET),
  resource: (body: TraceResourceBody): Promise<TraceResource> => http.post(`${BASE}/resource`, body, QUIET),
  exportData: (body: TraceGraphBody): Promise<unknown> => http.download(`${BASE}/exportData`, body, QUIET),
  freezeAll: (body: Omit<TraceFreezeBody, 'token'>): Promise<TraceFrozen> =>
    http.post(`${BASE}/freezeAll`, { ...body, token: newToken() }, QUIET),
};
export const said = (error: unknown): string => (error instanceof Error ? error.message : '追溯失败，请重试');
