import { createHash } from 'node:crypto'
import packageJson from '../../../../package.json' with { type: 'json' }
import { pdfInTime } from '../../../adapters/pdf-printer/pdf-in-time.ts'
import type { ReceiptContent } from '../../../adapters/pdf-printer/types.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { countedAs } from '../../../security/budgets.ts'
import { findReadableTransaction } from '../transactions/read-transactions.ts'
import type { GetTransactionInput } from '../transactions/schema.ts'
import { receiptContentOf } from './get-receipt.ts'

export interface PrintableReceipt {
  content: ReceiptContent
  /** Changes whenever the printed receipt would. */
  version: string
  print(): Promise<Uint8Array>
}

const words = {
  missing:
    'This server has no browser to print receipts with. Its operator can repair that: ' +
    '`npm run lyceum -- doctor` says how.',
  busy: 'The receipt is being printed. Try again in a moment.',
}

/** Opens a receipt that the user may read; printing it counts towards a limit. */
export async function openReceipt(
  ctx: UserContext,
  input: GetTransactionInput,
): Promise<PrintableReceipt> {
  const receipt = toPrintable(
    ctx,
    await receiptContentOf(ctx, await findReadableTransaction(ctx, input)),
  )
  return {
    ...receipt,
    print: async () => {
      await ctx.limits.take('receiptPrintsPerAccount', countedAs(ctx))
      return pdfInTime(receipt.print(), words)
    },
  }
}

/**
 * Returns the printable receipt. PDFs are not stored: a receipt changes only by refunds, and the
 * same content always looks the same.
 */
export function toPrintable(
  ctx: Pick<Deps, 'config' | 'inFlight' | 'printer'>,
  content: ReceiptContent,
): PrintableReceipt {
  const printed = [packageJson.version, ctx.config.certificates.branding, content]
  const version = createHash('sha256').update(JSON.stringify(printed)).digest('base64url')
  return {
    content,
    version,
    print: () => ctx.inFlight.receiptPrints.run(version, () => ctx.printer.printReceipt(content)),
  }
}
