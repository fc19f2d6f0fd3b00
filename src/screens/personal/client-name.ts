/** `Chrome 126 · Windows` of what a browser says of itself; what nothing is known of stays as it is. */
export const clientName = (agent: string): string => {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(agent));
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0];
  if (browser === undefined) return agent === '' ? '未知客户端' : agent.slice(0, 60);
  const version = browser[1].exec(agent)?.[1];
  return [`${browser[0]}${version === undefined ? '' : ` ${version}`}`, system].filter(Boolean).join(' · ');
};

/** those that call themselves by other names too come first */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['钉钉', /DingTalk\/(\d+)/],
  ['微信', /MicroMessenger\/(\d+)/],
  ['Edge', /Edg\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['安卓', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];
