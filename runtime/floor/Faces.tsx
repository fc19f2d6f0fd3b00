/** Who is at work: first characters as faces, names beside them while there is room. */
import styles from './floor.module.css';

export const Faces = ({ names }: { readonly names: readonly string[] }) => (
  <span className={styles.person}>
    <span className={styles.faces}>
      {names.map((name) => (
        <i key={name} aria-hidden>
          {[...name][0]}
        </i>
      ))}
    </span>
    {names.join('、')}
  </span>
);
