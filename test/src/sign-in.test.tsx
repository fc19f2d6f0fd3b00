import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ForgotPassword } from '../../src/screens/login/ForgotPassword';
import { PublicScreens } from '../../src/screens/login/PublicScreens';
import { Register } from '../../src/screens/login/Register';
import { RegisterDone } from '../../src/screens/login/RegisterDone';
import { serve } from '../support/forms';

afterEach(cleanup);

it('what is typed before the server says how one signs in stays', async () => {
  let tell: (init: unknown) => void = () => undefined;
  const told = new Promise((resolve) => {
    tell = resolve;
  });
  serve({ 'sys/init': () => told });
  render(<PublicScreens onSignedIn={() => undefined} onIdle={() => undefined} />);
  const account = screen.getByLabelText<HTMLInputElement>('账号或手机号');
  fireEvent.change(account, { target: { value: 'zhoumin' } });
  tell({ version: '1.2.3', serverTime: 0, canForget: true, keyId: 'k', publicKey: '' });
  await screen.findByRole('tab', { name: '验证码登录' });
  expect(screen.getByLabelText('账号或手机号')).toBe(account);
  expect(account.value).toBe('zhoumin');
});

it('what is sent before the server says how one signs in goes out once it has', async () => {
  let tell: (init: unknown) => void = () => undefined;
  const told = new Promise((resolve) => {
    tell = resolve;
  });
  const asked: string[] = [];
  serve({
    'sys/init': () => told,
    'sys/captcha': () => {
      asked.push('picture');
      return { captchaId: 'c', svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
    },
  });
  render(<PublicScreens onSignedIn={() => undefined} onIdle={() => undefined} />);
  fireEvent.change(screen.getByLabelText('账号或手机号'), { target: { value: 'zhoumin' } });
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Gongfang#2026' } });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '登录' });
  fireEvent.click(button);
  expect([button.textContent, button.disabled]).toEqual(['登录中…', true]);
  tell({ version: '1.2.3', serverTime: 0, canForget: true, captchaMode: 2, keyId: 'k', publicKey: '' });
  // it waits for what this server asks besides, and says so
  expect((await screen.findByRole('alert')).textContent).toBe('请输入图形验证码');
  expect(button.disabled).toBe(false);
  expect(asked).toEqual(['picture']);
});

const init = { version: '1', serverTime: 0, receivedAt: 0, keyId: 'k', publicKey: '' };
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};

it('a registration that waits for the platform says so and stays; another counts down', () => {
  const query = (more: string) => new URLSearchParams(`org=f123456&name=admin${more}`);
  const { unmount } = render(<RegisterDone query={query('&wait=1')} />);
  expect(screen.getByRole('heading').textContent).toBe('注册申请已提交');
  screen.getByText(/^注册申请已提交，审核通过后可登录/);
  screen.getByText('f123456');
  unmount();
  render(<RegisterDone query={query('')} />);
  expect(screen.getByRole('heading').textContent).toBe('注册成功');
  screen.getByText(/5 秒后进入登录页/);
});

it('a new password is typed twice alike before anything is sent', async () => {
  const sent: string[] = [];
  serve({
    'sys/captcha': () => ({ captchaId: 'c', svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    'sys/getPhoneCode': () => ({ resendAfter: 60 }),
    'sys/checkOrgName': () => ({ exists: false }),
    'sys/signUp': () => sent.push('signUp'),
  });
  render(<Register init={init} onExpired={() => undefined} onDone={() => sent.push('done')} />);
  type('手机号', '13900000001');
  type('图形验证码', 'AC6F');
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }));
  await screen.findByLabelText('企业名称');
  type('短信验证码', '123456');
  type('企业名称', '新厂');
  type('联系人', '王芳');
  type('密码', 'Ruoshui#2026');
  type('再次输入密码', 'Ruoshui#2027');
  fireEvent.click(screen.getByRole('button', { name: '注册' }));
  expect((await screen.findByRole('alert')).textContent).toBe('两次输入的密码不一致');
  expect(sent).toEqual([]);
});

it('where no codes can be sent, the forgotten password is the administrator’s business', () => {
  render(<ForgotPassword init={{ ...init, canForget: false }} onExpired={() => undefined} />);
  screen.getByText('未配置短信通道，请联系管理员重置密码');
  expect(screen.queryByLabelText('手机号')).toBeNull();
});
