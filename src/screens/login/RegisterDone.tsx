/** 注册成功: with what to sign in, and after five seconds where; who waits for the platform stays. */
import { useEffect, useState } from 'react';
import styles from './login.module.css';

const SECONDS = 5;

export const RegisterDone = ({ query }: { readonly query: URLSearchParams }) => {
  const mustWait = query.get('wait') === '1';
  const [left, setLeft] = useState(SECONDS);
  useEffect(() => {
    if (mustWait) return;
    if (left <= 0) {
      location.assign('/v2/login');
      return;
    }
    const timer = setTimeout(() => setLeft((known) => known - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, mustWait]);
  return (
    <>
      <h2 className={styles.heading}>{mustWait ? '注册申请已提交' : '注册成功'}</h2>
      <p className={styles.notice}>
        企业编码：<b>{query.get('org') ?? '--'}</b>
        <br />
        登录账号：<b>{query.get('name') ?? '--'}</b>，或注册的手机号
      </p>
      <p className={styles.notice}>
        {mustWait ? '注册申请已提交，审核通过后可登录。请记下以上信息。' : `请记下以上信息，${left} 秒后进入登录页。`}
      </p>
      <a href="/v2/login">去登录</a>
    </>
  );
};
