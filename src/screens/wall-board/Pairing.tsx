/** A screen that may show nothing: a code an administrator enters in 大屏设置. It asks until it is bound, and takes a new code when one is over. */
import { useEffect, useState } from 'react';
import { HttpError, http } from '../../../runtime/data/http';
import styles from './wall.module.css';

const ASK_MS = 3_000;
const AGAIN_MS = 60_000;

interface Started {
  readonly code: string;
  readonly secret: string;
}
export const Pairing = ({ onPaired }: { readonly onPaired: (key: string) => void }) => {
  const [started, setStarted] = useState<Started>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks for a new code
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const later = (work: () => void, ms: number): void => {
      if (!isOver) timer = setTimeout(work, ms);
    };
    const anew = (): void => setTurn((turn) => turn + 1);
    const ask = async (given: Started): Promise<void> => {
      try {
        const { k } = await http.post<{ readonly k: string | null }>('/screen/pair', given, {
          quiet: true,
          open: true,
        });
        if (isOver) return;
        if (k !== null) onPaired(k);
        else later(() => void ask(given), ASK_MS);
      } catch (error) {
        // refused: this code is over
        if (error instanceof HttpError && error.code === 203) later(anew, ASK_MS);
        else later(() => void ask(given), ASK_MS);
      }
    };
    const start = async (): Promise<void> => {
      try {
        const { code, secret } = await http.post<Started>('/screen/pair', {}, { quiet: true, open: true });
        if (isOver) return;
        setStarted({ code, secret });
        later(() => void ask({ code, secret }), ASK_MS);
      } catch {
        later(anew, AGAIN_MS);
      }
    };
    setStarted(undefined);
    void start();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [turn, onPaired]);
  return (
    <main className={styles.pairing} data-dark="">
      <h1>大屏未授权</h1>
      <p>请管理员打开「大屏设置」，选中这块大屏，点「配对大屏」输入下面的配对码</p>
      <strong className={styles.code} role="status" aria-label="配对码">
        {started === undefined ? '······' : `${started.code.slice(0, 3)} ${started.code.slice(3)}`}
      </strong>
      <p>配对码10分钟内有效，过期自动更换</p>
    </main>
  );
};
