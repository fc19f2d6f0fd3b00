import type { ResolvedDict } from '../../../schemas/language/resolved';
import styles from './display.module.css';
import { codeLook } from './tags';

interface Props {
  readonly dict: ResolvedDict | undefined;
  readonly codes: readonly string[];
}

/** Labels of codes on their tones. */
export const CodeTags = ({ dict, codes }: Props) =>
  codes.map((code) => {
    const { label, tone, plain } = codeLook(dict, code);
    return (
      <span key={code} className={styles.tag} data-tone={tone} data-plain={plain === true ? '' : undefined}>
        {label}
      </span>
    );
  });
