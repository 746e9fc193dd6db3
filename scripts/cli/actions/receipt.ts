import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { findTransaction } from '../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../server/context.ts'
import { AppError } from '../../../server/errors/errors.ts'
import { receiptContentOf } from '../../../server/features/shop/receipts/get-receipt.ts'
import { toPrintable } from '../../../server/features/shop/receipts/print-receipt.ts'
import { type CommandResult, progress } from '../output.ts'

/** Prints the receipt of a purchase to a file, the same as the buyer's download. */
export async function printReceipt(
  deps: Deps,
  id: string,
  { output }: { output?: string },
): Promise<CommandResult> {
  const transaction = await findTransaction(deps.db, id)
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  const { content, print } = toPrintable(deps, await receiptContentOf(deps, transaction))

  progress('Printing; this takes a while the first time')
  const pdf = await print()
  const file = resolve(output ?? `receipt-${content.number}.pdf`)
  await writeFile(file, pdf)
  return { json: { file, bytes: pdf.length, number: content.number }, text: `${file}\n` }
}
