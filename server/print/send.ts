/** The pages of a print as a PDF somebody asked for. */
import type { FastifyReply } from 'fastify';
import type { EngineCtx } from '../records/host';
import { pictureReader } from './images';
import type { PrintJob } from './job';

/** What makes a PDF is loaded with the first: most processes start and stop without one. */
export const sendPdf = async (
  ctx: EngineCtx,
  reply: FastifyReply,
  job: Pick<PrintJob, 'width' | 'height' | 'pages' | 'layout'>,
): Promise<FastifyReply> => {
  const { pdfOf } = await import('./pdf');
  const content = await pdfOf(job, job.layout.title, pictureReader(ctx));
  return reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(job.layout.title)}.pdf`)
    .type('application/pdf')
    .send(Buffer.from(content));
};
