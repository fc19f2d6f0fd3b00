/** The schemes of a list and what can be done with them. Until the server answered the list waits: a person's default comes first. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { HttpError } from '../data/http';
import { newToken } from '../data/ids';
import { listQueries, listSettings, type SchemeBody, settingKeys } from '../data/list-settings';
import { type Page, useHost } from '../page/index';
import { defaultScheme, type Scheme, schemeBy, schemesOf } from './schemes';

export interface Schemes {
  readonly ready: boolean;
  readonly all: readonly Scheme[];
  /** code of the one that applies without a choice */
  readonly first: string;
  /** answers the id, or undefined when it was refused (the sentence has been told) */
  save(body: Omit<SchemeBody, 'type' | 'token'>): Promise<string | undefined>;
  remove(scheme: Scheme): Promise<boolean>;
  setDefault(scheme: Scheme, on: boolean): Promise<void>;
}
const KEPT = /^(r:)?[0-9a-f]{8}-[0-9a-f]{4}-/i;

/** `chosen` is what the address names: a scheme that somebody shared is asked for by its id. */
export const useSchemes = (page: Page, chosen: string | undefined): Schemes => {
  const { feedback } = useHost();
  const client = useQueryClient();
  const own = useQuery(listQueries(page.code).schemes);
  const known = useMemo(() => schemesOf(page, own.data), [page, own.data]);
  const foreign =
    chosen !== undefined && KEPT.test(chosen) && own.isSuccess && schemeBy(known, chosen) === undefined ? chosen : '';
  const shared = useQuery({
    queryKey: settingKeys.shared(page.code, foreign),
    queryFn: () => listSettings.schemes(page.code, foreign),
    enabled: foreign !== '',
    retry: false,
  });
  const all = useMemo(
    () => (foreign === '' || shared.data === undefined ? known : schemesOf(page, shared.data)),
    [page, known, foreign, shared.data],
  );
  const refetch = useCallback(
    () => client.invalidateQueries({ queryKey: settingKeys.schemes(page.code) }),
    [client, page],
  );
  const told = useCallback(
    (error: unknown): undefined => {
      feedback.error(error instanceof HttpError ? error.msg : '服务异常,请重试');
    },
    [feedback],
  );
  return {
    ready: !own.isPending && (foreign === '' || !shared.isPending),
    all,
    first: defaultScheme(all),
    save: useCallback(
      async (body) => {
        const saved = await listSettings.saveScheme({ ...body, type: page.code, token: newToken() }).catch(told);
        if (saved !== undefined) await refetch();
        return saved?.id;
      },
      [page, refetch, told],
    ),
    remove: useCallback(
      async ({ code, title, from }) => {
        const text = `删除方案「${title}」？${from === 'role' ? '该角色的所有人都将看不到它。' : '删除后不能恢复。'}`;
        if (!(await feedback.confirm(text, { danger: true }))) return false;
        const done = await listSettings.deleteScheme(code).catch(() => false);
        await refetch();
        return done;
      },
      [feedback, refetch],
    ),
    setDefault: useCallback(
      async ({ row, code }, on) => {
        const id = row?.id ?? `s:${code}`;
        await (on ? listSettings.setDefault(id, page.code) : listSettings.cancelDefault(id, page.code)).catch(
          () => false,
        );
        await refetch();
      },
      [page, refetch],
    ),
  };
};
