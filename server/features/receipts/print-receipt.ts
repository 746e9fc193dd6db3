import { createHash } from 'node:crypto'
import packageJson from '../../../package.json' with { type: 'json' }
import { pdfInTime } from '../../adapters/pdf-printer/pdf-in-time.ts'
import type { ReceiptContent } from '../../adapters/pdf-printer/pdf-printer.ts'
import type { Deps, UserContext } from '../../context.ts'
import type { TransactionChoice } from '../transactions/schema.ts'
import { findReadableTransaction, receiptContentOf } from './get-receipt.ts'

/** A receipt that can be printed. */
export interface PrintableReceipt {
  content: ReceiptContent
  /** Changes with what would be printed. */
  version: string
  print(): Promise<Uint8Array>
}

const inPrint = new Map<string, Promise<Uint8Array>>()

const words = {
  missing:
    'This server has no browser to print receipts with. Its operator can mend that: `npm run lyceum -- doctor` tells how.',
  busy: 'The receipt is being printed. Try again in a moment.',
}

/** For whoever may read the receipt. */
export async function openReceipt(
  ctx: UserContext,
  choice: TransactionChoice,
): Promise<PrintableReceipt> {
  const receipt = printable(
    ctx,
    await receiptContentOf(ctx, await findReadableTransaction(ctx, choice)),
  )
  return {
    ...receipt,
    print: async () => {
      await ctx.limits.take('receiptPrintsPerAccount', ctx.user.id)
      return pdfInTime(receipt.print(), words)
    },
  }
}

/**
 * Nothing is stored: what it says is frozen but for refunds, and what says the same is printed with
 * the same bytes.
 */
export function printable(
  deps: Pick<Deps, 'config' | 'renderer'>,
  content: ReceiptContent,
): PrintableReceipt {
  const looks = [packageJson.version, deps.config.certificates.branding, content]
  const version = createHash('sha256').update(JSON.stringify(looks)).digest('base64url')
  return {
    content,
    version,
    print: () => printOnce(version, () => deps.renderer.renderReceipt(content)),
  }
}

/** However many ask for the same at the same time. */
function printOnce(version: string, print: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const running = inPrint.get(version)
  if (running !== undefined) return running

  const pdf = print().finally(() => inPrint.delete(version))
  inPrint.set(version, pdf)
  return pdf
}
