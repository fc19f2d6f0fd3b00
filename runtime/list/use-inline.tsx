/** Cells of a list that are edited in place (`inline`): where it is allowed, and the editor, which brings the form library with it. */
import { lazy, Suspense, useMemo } from 'react';
import type { Page } from '../page/index';
import type { TableEdit } from '../table/index';

const InlineCell = lazy(() => import('../form/index').then((module) => ({ default: module.InlineCell })));

export const useInline = (page: Page): TableEdit | undefined =>
  useMemo(() => {
    const { actions, list } = page.object;
    const edit = actions.edit;
    const wanted = [...list.columns, ...list.schemes.flatMap((scheme) => scheme.columns ?? [])];
    if (edit === undefined || !page.can(edit.right) || !wanted.some((column) => column.inline === true))
      return undefined;
    return {
      // the server says which rows may be changed; the record's own rules are asked when its cell opens
      allows: (row, column) =>
        column.placement?.inline === true &&
        column.field !== undefined &&
        Object.hasOwn(page.object.fields, column.key) &&
        row._actions?.includes('edit') === true,
      draw: ({ row, column, close }) => (
        <Suspense fallback={null}>
          <InlineCell
            page={page}
            id={row.id}
            code={column.key}
            placeholder={column.placement?.placeholder}
            onClose={close}
          />
        </Suspense>
      ),
    };
  }, [page]);
