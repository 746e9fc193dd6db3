import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { fieldsError } from '../../errors/problem.ts'
import { openReceipt } from '../../features/receipts/print-receipt.ts'
import { TransactionChoice } from '../../features/transactions/schema.ts'
import { contextOf } from '../caller.ts'
import { attachmentOf } from './content-disposition.ts'
import { isKnown } from './entity-tags.ts'

/** The receipt as a PDF, for whoever may read it. */
export function mountReceiptFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/api/v1/transaction/:id/receipt.pdf', async (request, reply) => {
    request.context = await contextOf(deps, request, reply)
    const { user, sessionId, refusal } = request.context.caller
    if (refusal !== undefined) throw new AppError(refusal)
    const { data: choice, error } = TransactionChoice.safeParse(request.params)
    if (error !== undefined) throw fieldsError(error, request.params)
    const { content, version, print } = await openReceipt(
      { ...request.context, user, sessionId },
      choice,
    )

    // Weak, because a signature with an elliptic curve never has the same bytes twice.
    const tag = `W/"${version}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    if (isKnown(tag, request.headers['if-none-match'])) return reply.status(304).send()

    const pdf = await print()
    return reply
      .header(
        'content-disposition',
        attachmentOf(`receipt-${content.number}.pdf`, `${content.issuer} - ${content.number}.pdf`),
      )
      .type('application/pdf')
      .send(Buffer.from(pdf))
  })
}
