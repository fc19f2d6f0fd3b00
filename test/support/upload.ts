/** A multipart body by hand, as a browser makes it. */
import type { FastifyInstance } from 'fastify';
import type { Answer } from './app';

export interface Upload {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly fields?: Readonly<Record<string, string>>;
}
export interface Uploaded {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly size: number;
  readonly fileType: string;
}

export async function upload(
  app: FastifyInstance,
  token: string | undefined,
  { name, bytes, fields = {} }: Upload,
): Promise<Answer<Uploaded>> {
  const line = '----millwright';
  const parts: (string | Buffer)[] = Object.entries(fields).map(
    ([key, value]) => `--${line}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  parts.push(
    `--${line}\r\nContent-Disposition: form-data; name="file"; filename="${name.replace(/"/g, '%22')}"\r\nContent-Type: text/plain\r\n\r\n`,
    bytes,
    `\r\n--${line}--\r\n`,
  );
  const response = await app.inject({
    method: 'POST',
    url: '/v2/api/mes/file/upload',
    payload: Buffer.concat(parts.map((part) => Buffer.from(part))),
    headers: {
      'content-type': `multipart/form-data; boundary=${line}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  return { status: response.statusCode, ...(response.json() as Omit<Answer<Uploaded>, 'status'>) };
}
