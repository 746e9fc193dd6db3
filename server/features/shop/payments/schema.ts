import { z } from 'zod'
import { exampleIds, field, IdInPath, namedInput, text } from '../../../../lib/schema.ts'

export const RefundTransactionInput = namedInput(
  'RefundTransactionInput',
  'The line or amount to refund, and the reason',
  {
    transactionId: field(IdInPath, 'The transaction', exampleIds.transaction),
    line: field(
      z.number().int().min(1).max(100).optional(),
      'Number of the line, starting at 1; defaults to all lines',
      1,
    ),
    amount: field(
      z.number().int().min(1).max(2_147_483_647).optional(),
      "How much of the line to refund, in the currency's smallest unit; defaults to all " +
        'that is left',
      2900,
    ),
    reason: text(1000).meta({
      description: 'Reason for the refund, kept in the records',
      examples: ['The learner bought the wrong course'],
    }),
  },
)
export type RefundTransactionInput = z.infer<typeof RefundTransactionInput>
