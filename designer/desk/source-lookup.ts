/** What the source view completes names with: documents and codes of the library, fields of the open object. */
import { useMemo } from 'react';
import type { JsonLookup } from '../../schemas/language/json/index';
import { refOptions } from '../inspector/choices';
import type { DeskView } from './desk';

export function useSourceLookup({ library, object }: DeskView): JsonLookup {
  return useMemo(
    () => ({
      refs: (ref) => refOptions(library, ref),
      fields: (rows) => {
        const fields = rows === undefined ? object?.fields : object?.fields[rows]?.sub?.fields;
        return Object.values(fields ?? {}).map(({ code, title }) => ({ value: code, label: title }));
      },
    }),
    [library, object],
  );
}
