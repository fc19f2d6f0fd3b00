/** One picture by G2: drawn into its box, laid out anew when the box or the colours change, taken down with it. */

import { Chart, type G2Spec } from '@antv/g2';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ChartKeys } from '../../schemas/language/document-report';
import type { ChartData } from '../../schemas/language/wire';
import { useScale } from '../page/index';
import { ChartWait } from './ChartWait';
import styles from './charts.module.css';
import { coloursOf } from './colours';
import { specOf } from './spec';
import type { Words } from './types';

interface Props {
  readonly data: ChartData;
  readonly keys: ChartKeys;
  readonly words: Words;
  readonly said: string;
  /** px at 1440 */
  readonly font: number;
  readonly onPick?: ((index: number) => void) | undefined;
}

export const Plot = ({ data, keys, words, said, font, onPick }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const drawnFor = useRef('');
  const pick = useRef(onPick);
  pick.current = onPick;
  const [size, setSize] = useState<readonly [number, number]>([0, 0]);
  const [isDrawn, setDrawn] = useState(false);
  const theme = useThemeName();
  const scale = useScale();

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize([element.clientWidth, element.clientHeight]));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const [width, height] = size;
  useEffect(() => {
    const element = box.current;
    if (element === null || width < 40 || height < 40) return;
    const input = {
      data,
      keys,
      words,
      colours: coloursOf(element, theme),
      font: Math.round(font * scale),
      width,
      height,
    };
    // another size is another picture: G2 keeps legends and texts of the old one in place
    const frame = `${width} ${height} ${scale} ${theme}`;
    if (drawnFor.current !== frame) {
      chart.current?.destroy();
      chart.current = null;
      drawnFor.current = frame;
    }
    if (chart.current === null) {
      chart.current = new Chart({ container: element });
      chart.current.on('element:click', (event: { readonly data?: { readonly data?: { readonly i?: number } } }) => {
        const at = event.data?.data?.i;
        if (typeof at === 'number' && at >= 0) pick.current?.(at);
      });
    }
    chart.current.options({ ...specOf(input), width, height } as G2Spec);
    const drawn = (): void => setDrawn(true);
    // what cannot be drawn does not wait for ever either
    chart.current.render().then(drawn, drawn);
  }, [data, keys, words, font, scale, width, height, theme]);

  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = null;
    },
    [],
  );
  return (
    <div className={styles.frame}>
      <div ref={box} className={styles.plot} role="img" aria-label={said} />
      {!isDrawn && (
        <div className={styles.coming}>
          <ChartWait />
        </div>
      )}
    </div>
  );
};

const themeName = (): string => document.documentElement.dataset.theme ?? '';
const onTheme = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};
/** Changes when somebody turns light into dark. */
const useThemeName = (): string => useSyncExternalStore(onTheme, themeName, () => '');
