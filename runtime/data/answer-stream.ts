/** An answer that goes on, in parts as they arrive: axios gathers a whole answer before it gives it out. */
import { API } from './base';
import { HttpError, TEXTS } from './http-error';
import type { HttpHost } from './http-host';
import type { Renewal } from './session-renewal';

export type Stream = (path: string, onText: (part: string) => void, signal: AbortSignal) => Promise<void>;

export const answerStream =
  (host: HttpHost, renewal: Renewal): Stream =>
  async (path, onText, signal) => {
    const screen = host.screen?.() ?? null;
    let token = screen === null ? host.token() : null;
    if (screen === null && token === null && (await renewal.refresh(null))) token = host.token();
    const once = (bearer: string | null): Promise<Response> =>
      fetch(`${API}${path}`, {
        headers: {
          appMark: host.appMark(),
          ...(screen === null ? {} : { Authorization: `Screen ${screen}` }),
          ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        },
        signal,
      });
    try {
      let response = await once(token);
      if (response.status === 401 && screen === null && (await renewal.refresh(token)))
        response = await once(host.token());
      if (response.status !== 200 || response.body === null)
        throw new HttpError(response.status, response.status === 401 ? TEXTS.signedOut : TEXTS.serverError);
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        onText(decoder.decode(value, { stream: true }));
      }
    } catch (cause) {
      throw cause instanceof HttpError ? cause : new HttpError(0, TEXTS.offline);
    }
  };
