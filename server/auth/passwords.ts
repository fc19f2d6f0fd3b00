import { hash, verify } from '@node-rs/argon2';

/** argon2id, 19 MiB, two passes: 16–33 ms a check. A stored hash carries its parameters; weaker ones are renewed at sign-in. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$`;

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);
export const isOutdated = (stored: string): boolean => !stored.startsWith(CURRENT);

/** An account without password and a name nobody has take the same time as a wrong password. */
export const checkPassword = async (stored: string | null, password: string): Promise<boolean> => {
  nobody ??= hashPassword('nobody has this password');
  const right = await verify(stored ?? (await nobody), password);
  return stored !== null && right;
};
let nobody: Promise<string> | undefined;
