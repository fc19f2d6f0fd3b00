/** The first screen of an object without fields: three ways in, each in a sentence. */
import { Glyph } from '../Glyph';
import styles from './empty.module.css';

interface Props {
  readonly title: string;
  readonly onField: () => void;
  readonly onExcel: () => void;
  readonly onCopy: () => void;
}

export const EmptyWays = ({ title, onField, onExcel, onCopy }: Props) => (
  <div className={styles.over}>
    <section className={styles.ways} aria-label="从哪里开始">
      <h2>「{title}」还没有字段</h2>
      <div>
        <button type="button" onClick={onField}>
          <Glyph name="text" />
          <b>拖入字段</b>
          <span>从左边拖一种字段到页面上，或点这里加第一个。</span>
        </button>
        <button type="button" onClick={onExcel}>
          <Glyph name="excel" />
          <b>从 Excel</b>
          <span>选一张在用的表，第一行当标题，类型按内容猜好。</span>
        </button>
        <button type="button" onClick={onCopy}>
          <Glyph name="copy" />
          <b>从已有对象</b>
          <span>照着一个已有的对象开始，带来它的字段和页面。</span>
        </button>
      </div>
    </section>
  </div>
);
