import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PublicScreens } from '../../src/screens/login/PublicScreens';
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
