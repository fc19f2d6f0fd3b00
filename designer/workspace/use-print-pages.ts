/** The pages of a layout over what they are tried with: a real document laid out by the server, or rows made up here; and its PDF. */
import { useState } from 'react';
import { designClient } from '../data/client';
import type { StoreDesk } from '../desk/store-desk';
import type { Sample } from '../expression/index';
import { type Layout, ROWS_OF, type RowChoice, usePages } from '../print/index';
import type { Sampling } from '../trial/index';

interface Options {
  readonly desk: StoreDesk;
  readonly layout: Layout;
  readonly sampling: Sampling;
  readonly sample: Sample | undefined;
  /** id of the open layout */
  readonly open: string;
  /** somebody looks at them */
  readonly shows: boolean;
  readonly tell: (reason: string) => void;
}

export function usePrintPages({ desk, layout, sampling, sample, open, shows, tell }: Options) {
  const [rows, setRows] = useState<RowChoice>('own');
  const { id } = sampling;
  const target = () => ({ draft: desk.draft ?? '', document: open, id: id ?? '' });
  const pages = usePages(
    layout,
    sample,
    ROWS_OF[rows],
    {
      key: [desk.draft ?? '', open, id ?? ''],
      ask:
        id === undefined
          ? undefined
          : async () => {
              if (!(await desk.send())) throw new Error('有修改还没有保存，请联网后再预览');
              return designClient.print(target());
            },
    },
    shows,
  );
  const pdf =
    rows === 'own' && id !== undefined
      ? async (): Promise<void> => {
          if (!(await desk.send())) return tell('有修改还没有保存，请联网后再导出');
          await designClient.printPdf(target()).catch((error: Error) => tell(error.message));
        }
      : undefined;
  return { pages, pdf, source: { sampling, rows, onRows: setRows } };
}
