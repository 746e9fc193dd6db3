import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { findTransaction } from '../../../db/queries/transactions.ts'
import { AppError } from '../../../server/errors/errors.ts'
import { receiptContentOf } from '../../../server/features/receipts/get-receipt.ts'
import { printable } from '../../../server/features/receipts/print-receipt.ts'
import { readId } from '../arguments.ts'
import { type Outcome, progress } from '../outcome.ts'
import { withDeps } from '../with-deps.ts'

/** Prints the receipt of a purchase into a file, like the one that the buyer downloads. */
export async function printReceipt(id: string, { output }: { output?: string }): Promise<Outcome> {
  const transactionId = readId(id)
  return withDeps(async (deps) => {
    const transaction = await findTransaction(deps.db, transactionId)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    const { content, print } = printable(deps, await receiptContentOf(deps, transaction))

    progress('Printing; the first time this takes a while')
    const pdf = await print()
    const file = resolve(output ?? `receipt-${content.number}.pdf`)
    await writeFile(file, pdf)
    return { json: { file, bytes: pdf.length, number: content.number }, text: `${file}\n` }
  })
}
