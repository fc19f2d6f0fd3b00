/** What approvals of a document look like to a reader: rounds with their trail, who is waited for, my task. */
import { useQuery } from '@tanstack/react-query';
import type { FlowPicture } from '../../schemas/language/flow/drawing';
import type { ResolvedDict } from '../../schemas/language/resolved';
import type { FileValue } from '../../schemas/language/value';
import { http } from '../data/http';
import { keys } from '../data/query-client';

export interface TrailRow {
  readonly act: string;
  readonly title: string;
  readonly at: string;
  readonly actor: string | null;
  readonly owner: string | null;
  readonly node: string | null;
  readonly to: readonly string[];
  readonly text: string | null;
  /** the name written by hand */
  readonly signature?: FileValue | null;
  /** what came with the answer */
  readonly files?: readonly FileValue[];
}
export interface ProcessNode {
  readonly node: string;
  readonly title: string;
  readonly sort: string;
  readonly look: 'done' | 'current' | 'rejected' | 'skipped' | 'ahead';
  readonly depth: number;
  readonly way: string | null;
  /** time the document stood here; null where nobody was asked */
  readonly seconds: number | null;
  readonly people: readonly {
    readonly user: string;
    readonly owner: string | null;
    readonly result: string | null;
    readonly docStatus: string;
    readonly opinion: string | null;
    readonly handledAt: string | null;
  }[];
}
export interface Round {
  readonly id: string;
  readonly flow: string;
  readonly round: number;
  readonly status: ResolvedDict['items'][number];
  readonly starter: string;
  readonly startAt: string;
  readonly endAt: string | null;
  readonly error: string | null;
  readonly waiting: readonly {
    readonly node: string;
    readonly user: string;
    readonly arrivedAt: string;
    readonly dueAt: string | null;
  }[];
  readonly nodes: readonly ProcessNode[];
  readonly picture: FlowPicture;
  readonly trail: readonly TrailRow[];
}
export interface MyTask {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly why: string;
  readonly owner: string | null;
  readonly dueAt: string | null;
  readonly isWaiting: boolean;
  readonly opinion: 'reject' | 'free' | 'always';
  /** the node wants a name written by hand; `isSigned`: mine is known and comes by itself */
  readonly signature?: boolean;
  readonly isSigned?: boolean;
  /** who agrees attaches something */
  readonly files?: boolean;
  readonly backs: readonly { readonly node: string; readonly title: string }[];
  /** what the caller often says */
  readonly phrases?: readonly string[];
  readonly acts: readonly string[];
}
export interface Process {
  readonly instances: readonly Round[];
  /** of a version, which runs for nothing */
  readonly picture?: FlowPicture;
  readonly myTask: MyTask | null;
}

/** Approvals of a stored document; `version` makes it be asked again when the document changed. */
export const useProcess = (object: string, id: string, version: unknown, isWanted = true) =>
  useQuery({
    queryKey: [...keys.object('flowTask'), 'process', object, id, version],
    queryFn: () => http.get<Process>('/lcdp/appdata/getProcess', { params: { object, id } }),
    enabled: isWanted && id !== '',
    staleTime: 0,
  });
