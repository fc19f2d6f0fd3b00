import styles from './login.module.css';

export const Mark = () => (
  <div className={styles.mark}>
    <i aria-hidden="true">工</i>工坊
  </div>
);
