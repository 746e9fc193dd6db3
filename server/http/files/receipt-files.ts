import type { FastifyInstance } from 'fastify'
import { exampleIds } from '../../../lib/schema.ts'
import type { Deps, UserContext } from '../../context.ts'
import { openReceipt } from '../../features/shop/receipts/print-receipt.ts'
import { GetTransactionInput } from '../../features/shop/transactions/schema.ts'
import { requireScope } from '../../security/permissions.ts'
import { type Endpoint, inPath, pdfFile } from '../endpoints/endpoints.ts'
import { parseInput } from '../rest/input.ts'
import { admitCaller } from './admit-caller.ts'
import { attachmentOf } from './content-disposition.ts'
import { isKnown } from './entity-tags.ts'

/** Mounts the receipt as a PDF, for the buyer and for those who may read money. */
export function mount(app: FastifyInstance, deps: Deps): void {
  app.get('/api/v1/transaction/:transactionId/receipt.pdf', async (request, reply) => {
    const name = 'transactions.receiptPdf'
    const check = ({ caller }: UserContext) => requireScope(caller, 'money:read')
    const ctx = await admitCaller(deps, request, { reply, name, check })
    const choice = parseInput(GetTransactionInput, request.params)
    const { content, version, print } = await openReceipt(ctx, choice)

    // Tags it weakly, because an ECDSA signature has different bytes each time.
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

export const endpoints: Endpoint[] = [
  {
    route: 'GET /api/v1/transaction/{transactionId}/receipt.pdf',
    operationId: 'transactions_receipt_pdf',
    sdkName: 'transactions.receiptPdf',
    tag: 'transactions',
    summary: 'Download the receipt of a payment as a PDF',
    description:
      'For the buyer and for those who may read money. Has the contents of the receipt, in the ' +
      "language of the buyer's profile at the time. Printed on request: answers ServiceUnavailable while " +
      'others are being printed, and on a server without a browser to print with.',
    parameters: [inPath('transactionId', 'Id of the transaction', exampleIds.transaction)],
    content: pdfFile,
    errors: ['TransactionNotFound', 'TransactionNotPaid'],
    limits: ['receiptPrintsPerAccount'],
    requiresToken: true,
    keyAccess: ['money:read'],
    hasEtag: true,
  },
]
