import { z } from 'zod'
import { paymentEventKinds } from '../../../../../db/queries/shop/payments.ts'
import {
  refundStatuses,
  reversalStatuses,
  transactionStatuses,
} from '../../../../../db/transitions.ts'
import { withPeriod } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  Id,
  Instant,
  listOf,
  Money,
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'
import { ChosenCourse, ChosenUser } from '../../../base/admin/choice-schema.ts'
import { CouponCode } from '../../coupons/schema.ts'
import { GetTransactionInput, Transaction } from '../schema.ts'

const userId = { description: 'The account', examples: [exampleIds.user] }
const provider = z.string().meta({ description: 'Payment provider', examples: ['stripe'] })

export const ListAdminTransactionsInput = withPeriod({
  user: ChosenUser.optional().meta({
    description: 'Only purchases of this account: its email or id',
  }),
  status: z
    .enum(transactionStatuses)
    .optional()
    .meta({ description: 'Only purchases with this status', examples: ['fulfilled'] }),
  course: ChosenCourse.optional().meta({
    description: 'Only purchases that contain this course: its id or slug',
  }),
  provider: text(40)
    .optional()
    .meta({ description: 'Only purchases at this payment provider', examples: ['stripe'] }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not a currency such as EUR')
    .optional()
    .meta({ description: 'Only purchases in this currency (ISO 4217)', examples: ['EUR'] }),
  coupon: CouponCode.optional().describe('Only purchases with the coupon of this code'),
  q: text(320)
    .optional()
    .meta({
      description:
        'Only what this names exactly: the number of a receipt, the id of a transaction, an ' +
        'email, or a reference of the payment provider for a checkout, payment, refund or dispute',
      examples: ['2026-000042'],
    }),
  period: z
    .enum(['created', 'paid'])
    .default('created')
    .meta({
      description:
        'What `from` and `to` are about, and the order of the list: when purchases were started, ' +
        'or when their money arrived. With `paid` there are only purchases with money',
      examples: ['created'],
    }),
  ...sortedPageInput,
})
export type ListAdminTransactionsInput = z.infer<typeof ListAdminTransactionsInput>

const Buyer = z
  .object({
    id: Id.meta(userId),
    email: z.string().meta({ description: 'Its email now', examples: ['ada@example.com'] }),
    name: z.string().meta({ description: 'Its name now', examples: ['Ada Lovelace'] }),
  })
  .nullable()
  .describe('The account that buys; null once it is erased')

const adminFacts = {
  buyer: Buyer,
  isDisputed: z.boolean().meta({
    description: 'A dispute with the bank of the payer is open',
    examples: [false],
  }),
  provider: provider.nullable().describe('Payment provider; null where nothing is to be paid'),
  coupon: z
    .string()
    .nullable()
    .meta({ description: 'Code of the coupon that was used', examples: ['SPRING-20'] }),
  receiptNumber: z
    .string()
    .nullable()
    .meta({ description: 'Number of the receipt', examples: ['2026-000042'] }),
}

const { id, status, total, createdAt, paidAt } = Transaction.shape

export const AdminTransactionSummary = z
  .object({ id, status, total, ...adminFacts, createdAt, paidAt })
  .meta({ id: 'AdminTransactionSummary', description: 'A purchase in a list for administrators' })
export type AdminTransactionSummary = z.infer<typeof AdminTransactionSummary>

export const AdminTransactionList = listOf(
  AdminTransactionSummary,
  'Purchases of all accounts, newest first',
)
export type AdminTransactionList = z.infer<typeof AdminTransactionList>

const payment = z
  .string()
  .nullable()
  .meta({
    description: "The payment's id at the provider",
    examples: ['pi_3PqV2k'],
  })
const reason = z.string().meta({ description: 'Why', examples: ['Bought by mistake'] })
const failure = z
  .string()
  .nullable()
  .meta({ description: "The provider's word for what went wrong", examples: [null] })

const PaymentReport = z
  .object({
    id: z.string().meta({ description: 'Id of the report', examples: ['evt_1Qm7'] }),
    kind: z.enum(paymentEventKinds).meta({ description: 'Its name in Lyceum', examples: ['paid'] }),
    type: z.string().meta({
      description: "The provider's name for it",
      examples: ['checkout.session.completed'],
    }),
    provider,
    payment,
    amount: Money.nullable().describe('The amount that it is about, if any'),
    receivedAt: Instant.describe('When it was reported'),
  })
  .meta({ id: 'PaymentReport', description: 'A report of the payment provider about a purchase' })

const AdminRefund = z
  .object({
    id: Id.meta({ description: 'The refund', examples: [exampleIds.transaction] }),
    line: z
      .int()
      .nullable()
      .meta({
        description: 'Number of the line, from 1; null for money that was not owed',
        examples: [1],
      }),
    amount: Money.describe('Amount that goes back'),
    provider: provider.describe('Payment provider; `manual` for a refund recorded by hand'),
    status: z.enum(refundStatuses).meta({
      description: 'sent: the provider has not settled it yet',
      examples: ['succeeded'],
    }),
    reason,
    failure,
    reversal: z
      .string()
      .nullable()
      .meta({
        description: 'The reversal that it books on the line, if nobody requested it here',
        examples: [null],
      }),
    requestedAt: Instant.describe('When it was requested'),
  })
  .meta({ id: 'AdminRefund', description: 'A refund' })

const AdminReversal = z
  .object({
    kind: z.enum(['refund', 'dispute']).meta({
      description: 'refund: made at the provider. dispute: of the payer',
      examples: ['dispute'],
    }),
    status: z.enum(reversalStatuses).meta({
      description: 'open: not decided yet. gone: the money is lost. kept: it stays, or is back',
      examples: ['open'],
    }),
    reference: z
      .string()
      .meta({ description: "The refund's or dispute's id at the provider", examples: ['du_1Qm7'] }),
    payment: z.string().meta({
      description: 'The payment that the money comes from',
      examples: ['pi_3PqV2k'],
    }),
    amount: Money.describe('Amount that the provider takes, or may take'),
    assigned: Money.describe('How much of it is booked on lines'),
    reason: reason.nullable().describe('Why; null where nobody said'),
    failure,
    reportedAt: Instant.describe('When it was reported'),
  })
  .meta({ id: 'AdminReversal', description: 'Money that a provider takes back by itself' })

export const AdminTransaction = Transaction.extend({
  ...adminFacts,
  payment: z
    .object({
      provider: provider.nullable(),
      reference: z
        .string()
        .nullable()
        .meta({
          description: "The checkout's id at the provider",
          examples: ['cs_test_a1'],
        }),
      payment,
    })
    .describe('How it is paid'),
  paymentReports: z.array(PaymentReport).describe('What the provider reported, oldest first'),
  refunds: z.array(AdminRefund).describe('Refunds, oldest first'),
  reversals: z
    .array(AdminReversal)
    .describe('Disputes, and refunds that were made at the provider, oldest first'),
}).meta({ id: 'AdminTransaction', description: 'A purchase with all that happened to its money' })
export type AdminTransaction = z.infer<typeof AdminTransaction>

export const UndoTransactionInput = GetTransactionInput.extend({
  courseIds: z
    .array(Id)
    .min(1)
    .max(100)
    .optional()
    .meta({
      description: 'The courses to take back; defaults to all of the purchase',
      examples: [[exampleIds.course]],
    }),
}).meta({ id: 'UndoTransactionInput', description: 'The courses to take back' })
export type UndoTransactionInput = z.infer<typeof UndoTransactionInput>
