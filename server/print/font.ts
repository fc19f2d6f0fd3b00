/** The shipped font: what is written on paper and over files looks the same on every machine. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const FILES = {
  regular: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
};
const loaded = new Map<string, Promise<Uint8Array>>();

export function fontBytes(name: keyof typeof FILES): Promise<Uint8Array> {
  let bytes = loaded.get(name);
  if (!bytes) {
    bytes = readFile(createRequire(import.meta.url).resolve(FILES[name]));
    loaded.set(name, bytes);
  }
  return bytes;
}
