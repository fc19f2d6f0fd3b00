/**
 * A page whose document was published anew while it stood open. It goes on as it is (the server maps what an old form sends); to see
 * the new one it is loaded again, when its reader says so.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { live } from '../data/live';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import { documentOf } from './use-page';

export interface SchemaNews {
  /** a newer document is published */
  readonly isOld: boolean;
  /** changes with each loading: what is drawn by the old document goes */
  readonly loading: number;
  readonly reload: () => Promise<void>;
}

/** `hash` = the document the page was made of. */
export function useSchemaNews(code: string, hash: string | undefined): SchemaNews {
  const client = useQueryClient();
  const page = documentOf(code);
  const [newer, setNewer] = useState<string>();
  const [loading, setLoading] = useState(0);
  useEffect(() => {
    if (hash === undefined) return;
    let gone = false;
    const look = (): void => {
      recordClient.pageItem(page, { quiet: true }).then(
        ({ schema }) => {
          if (!gone) setNewer(schema.hash);
        },
        () => undefined,
      );
    };
    const stop = live.watch(['schema'], {
      onChange: ({ ids }) => {
        if (ids === undefined || ids.some((id) => isOf(id, page))) look();
      },
      onGap: look,
    });
    return () => {
      gone = true;
      stop();
    };
  }, [page, hash]);
  return {
    isOld: newer !== undefined && hash !== undefined && newer !== hash,
    loading,
    reload: async () => {
      await client.refetchQueries({ queryKey: keys.page(page) });
      setNewer(undefined);
      setLoading((n) => n + 1);
    },
  };
}

/** A page is its document, with the blocks and settings any document may be made of. */
const isOf = (id: string, page: string): boolean =>
  /^(block|settings):/.test(id) || id.slice(id.indexOf(':') + 1) === page.split('.')[0];
