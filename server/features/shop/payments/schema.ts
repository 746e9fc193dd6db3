import { z } from 'zod'
import { exampleIds, IdInPath, text } from '../../../lib/schema.ts'

export const RefundTransactionInput = z
  .object({
    id: IdInPath.meta({ description: 'The transaction', examples: [exampleIds.transaction] }),
    line: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: 'Number of the line, starting at 1; defaults to all lines',
        examples: [1],
      }),
    amount: z
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .meta({
        description:
          "How much of the line to refund, in the currency's smallest unit; defaults to all " +
          'that is left',
        examples: [2900],
      }),
    reason: text(1000).meta({
      description: 'Reason for the refund, kept in the records',
      examples: ['The learner bought the wrong course'],
    }),
  })
  .meta({
    id: 'RefundTransactionInput',
    description: 'The line or amount to refund, and the reason',
  })
export type RefundTransactionInput = z.infer<typeof RefundTransactionInput>
