import { AppError } from '../../errors/errors.ts'
import { PrintInterrupted, RendererBusy, RendererUnavailable } from './pdf-printer.ts'

/** How long a request waits for a PDF that is being printed. */
const patienceMilliseconds = 5_000

/**
 * The PDF for a download, or a refusal that says in these words why it is not there yet. Printing
 * goes on when patience is over.
 */
export async function pdfInTime(
  printing: Promise<Uint8Array>,
  words: { missing: string; busy: string },
): Promise<Uint8Array> {
  try {
    return await inTime(printing)
  } catch (error) {
    if (error instanceof RendererUnavailable) {
      throw new AppError('ServiceUnavailable', {
        message: words.missing,
        retryAfterSeconds: 300,
        cause: error,
      })
    }
    if (
      error instanceof RendererBusy ||
      error instanceof PrintInterrupted ||
      error instanceof StillPrinting
    ) {
      throw new AppError('ServiceUnavailable', { message: words.busy, retryAfterSeconds: 5 })
    }
    throw error
  }
}

class StillPrinting extends Error {
  override readonly name = 'StillPrinting'
}

/** Rejects when it takes longer than somebody waits. */
export async function inTime(printing: Promise<Uint8Array>): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StillPrinting('still printing')), patienceMilliseconds)
  })
  try {
    return await Promise.race([printing, patience])
  } finally {
    clearTimeout(timer)
  }
}
