import { z } from 'zod'
import { exampleIds, field, IdInPath, namedInput, text } from '../../../../lib/schema.ts'
import { GetTransactionInput } from '../transactions/schema.ts'

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

export const MarkPaidInput = GetTransactionInput.extend({
  reason: field(text(1000), 'How you know, for the records', 'Bank transfer of 21 November'),
}).meta({ id: 'MarkPaidInput', description: 'How you know that the money is there' })
export type MarkPaidInput = z.infer<typeof MarkPaidInput>

export const AssignReversalInput = GetTransactionInput.extend({
  reversal: field(text(255), 'Id of the refund or dispute at the provider', 're_3PqV2k'),
  line: field(z.number().int().min(1).max(100), 'Number of the line, from 1', 2),
  amount: field(
    z.number().int().min(1).max(2_147_483_647).optional(),
    "Only this amount, in the smallest unit of the purchase's currency; required if the " +
      'provider took a different one',
    2900,
  ),
  isNotedByHand: field(
    z.boolean().default(false),
    'It is the refund of this line that was recorded by hand: count it once',
    false,
  ),
  reason: field(text(1000), 'How you know, for the records', 'Ada confirmed by mail'),
}).meta({ id: 'AssignReversalInput', description: 'The line that lost the money' })
export type AssignReversalInput = z.infer<typeof AssignReversalInput>
