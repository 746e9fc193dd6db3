import { DeadlineExceeded, withDeadline } from '../../../lib/deadline.ts'
import { AppError } from '../../errors/errors.ts'
import { PrinterBusy, PrinterUnavailable, PrintInterrupted } from './types.ts'

/** How long a request waits for a PDF that is being printed. */
const patienceMilliseconds = 5_000

/**
 * Returns the PDF for a download, or fails with ServiceUnavailable and one of these messages.
 * Printing goes on after the deadline.
 */
export async function pdfInTime(
  printing: Promise<Uint8Array>,
  words: { missing: string; busy: string },
): Promise<Uint8Array> {
  try {
    return await inTime(printing)
  } catch (error) {
    if (error instanceof PrinterUnavailable) {
      throw new AppError('ServiceUnavailable', {
        message: words.missing,
        retryAfterSeconds: 300,
        cause: error,
      })
    }
    if (
      error instanceof PrinterBusy ||
      error instanceof PrintInterrupted ||
      error instanceof DeadlineExceeded
    ) {
      throw new AppError('ServiceUnavailable', { message: words.busy, retryAfterSeconds: 5 })
    }
    throw error
  }
}

/** Rejects with DeadlineExceeded when printing takes longer than a request waits. */
export function inTime(printing: Promise<Uint8Array>): Promise<Uint8Array> {
  return withDeadline(patienceMilliseconds, printing)
}
