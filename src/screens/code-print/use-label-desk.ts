/** What making labels and printing them again have in common: the layout, copies, writing once, paper and the question after it. */
import { useEffect, useRef, useState } from 'react';
import { newToken } from '../../../runtime/data/ids';
import { useHost } from '../../../runtime/page/host';
import type { LabelTemplate } from '../../../schemas/language/wire-labels';
import { labelCalls, type Paper, said } from './calls';
import { type PaperDesk, usePaper } from './use-paper';

const OFFLINE = '网络已断开，标签要先登记才能打印，请恢复网络后重试';
const NOTHING = '请先选择要打印的对象';

/** What will be printed; `nbr`: the paper that says why it was printed again. */
export interface Made extends Paper {
  readonly nbr?: string;
}
export interface LabelWork {
  /** sort of the labels; '' = none yet */
  readonly sort: string;
  /** layout the things want */
  readonly wanted: string | null | undefined;
  readonly isEmpty: boolean;
  /** printing begins with a record: it is written once, however often the paper jams */
  readonly writes: boolean;
  readonly make: (tpl: string, token: string) => Promise<Made>;
  readonly printed: (made: Made) => string;
  readonly unprinted: string;
  readonly onClear: () => void;
}
export interface Desk extends PaperDesk {
  readonly tpl: string | undefined;
  readonly templates: readonly LabelTemplate[];
  readonly setTpl: (code: string | undefined) => void;
  readonly copies: number;
  readonly setCopies: (count: number) => void;
  readonly made: Made | undefined;
  readonly busy: boolean;
  /** nothing of what is printed may change */
  readonly locked: boolean;
  /** other things than before: what is written next is another record */
  readonly renew: () => void;
  readonly generate: () => Promise<void>;
  readonly send: (how: (paper: Paper) => Promise<boolean>) => Promise<void>;
  readonly clear: () => void;
}

export function useLabelDesk(work: LabelWork): Desk {
  const { feedback } = useHost();
  const [templates, setTemplates] = useState<readonly LabelTemplate[]>([]);
  const [chosen, setTpl] = useState<string>();
  const [copies, setCopies] = useState(1);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Made>();
  const token = useRef(newToken());
  const paper = usePaper();
  const tpl =
    [chosen, work.wanted].find((code) => templates.some((template) => template.code === code)) ?? templates[0]?.code;
  useEffect(() => {
    if (work.sort === '') return;
    let gone = false;
    labelCalls.templates(work.sort).then(
      (found) => gone || setTemplates(found),
      (error: unknown) => gone || feedback.error(said(error)),
    );
    return () => {
      gone = true;
    };
  }, [work.sort, feedback]);

  const run = async (task: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await task();
    } catch (error) {
      feedback.error(said(error));
    } finally {
      setBusy(false);
    }
  };
  const make = async (): Promise<Made> => {
    if (made) return made;
    if (tpl === undefined || work.isEmpty) throw new Error(NOTHING);
    if (!navigator.onLine) throw new Error(OFFLINE);
    const now = await work.make(tpl, token.current);
    if (work.writes) setMade(now);
    return now;
  };
  const renew = (): void => {
    token.current = newToken();
  };
  const clear = (): void => {
    renew();
    setMade(undefined);
    work.onClear();
  };
  return {
    ...paper,
    tpl,
    templates,
    setTpl,
    copies,
    setCopies,
    made,
    busy,
    locked: busy || made !== undefined,
    renew,
    clear,
    generate: () => run(async () => void (await make())),
    send: (how) =>
      run(async () => {
        const now = await make();
        const { nbr: _, ...sheets } = now;
        if (!(await how(sheets))) {
          feedback.warning(work.unprinted);
          return;
        }
        feedback.success(work.printed(now));
        clear();
      }),
  };
}
