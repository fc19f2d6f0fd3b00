import { expect, it } from 'vitest';
import { clientName } from '../../src/screens/personal/client-name';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36',
    'Chrome 126 · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0', 'Edge 126 · Windows'],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit Chrome/120.0 Mobile DingTalk/7.5.1', '钉钉 7 · 安卓'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1', 'Safari 17 · iPhone'],
  ['curl/8.0', 'curl/8.0'],
  ['', '未知客户端'],
])('%s', (agent, name) => expect(clientName(agent)).toBe(name));
