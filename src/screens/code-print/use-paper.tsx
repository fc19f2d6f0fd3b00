/** Labels to paper: drawn out of sight, sent to the printer, then the question whether they came out. */
import { Modal } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { printSheets, Sheet } from '../../../runtime/print/index';
import styles from './CodePrint.module.css';
import { labelCalls, type Paper, type Sheets } from './calls';

export interface PaperDesk {
  /** true = somebody said that the paper came out */
  print(paper: Paper, copies: number): Promise<boolean>;
  pdf(paper: Paper): Promise<boolean>;
  /** what must be in the page while printing */
  readonly outlet: ReactNode;
}

export function usePaper(): PaperDesk {
  const [sheets, setSheets] = useState<Sheets | null>(null);
  const [question, setQuestion] = useState<{ readonly answer: (yes: boolean) => void }>();
  const drawn = useRef<HTMLDivElement>(null);

  const asked = async (paper: Paper): Promise<boolean> => {
    const yes = await new Promise<boolean>((resolve) => setQuestion({ answer: resolve }));
    setQuestion(undefined);
    await labelCalls.printed(paper, yes);
    return yes;
  };
  return {
    async print(paper, copies) {
      const data = await labelCalls.sheets(paper);
      flushSync(() => setSheets(data));
      try {
        const root = document.createElement('div');
        root.className = 'print-root';
        for (const svg of drawn.current?.querySelectorAll('svg') ?? [])
          for (let copy = 0; copy < copies; copy++) root.append(svg.cloneNode(true));
        await printSheets(root, data.width, data.height);
      } finally {
        setSheets(null);
      }
      return asked(paper);
    },
    async pdf(paper) {
      await labelCalls.pdf(paper);
      return asked(paper);
    },
    outlet: (
      <>
        <div ref={drawn} className={styles.drawn} aria-hidden>
          {sheets?.pages.map((page, i) => (
            <Sheet key={i} page={page} width={sheets.width} height={sheets.height} label="" />
          ))}
        </div>
        <Modal
          open={question !== undefined}
          centered
          title="提示"
          okText="是"
          cancelText="否"
          closable={false}
          maskClosable={false}
          keyboard={false}
          onOk={() => question?.answer(true)}
          onCancel={() => question?.answer(false)}
        >
          是否打印成功？
        </Modal>
      </>
    ),
  };
}
