import { z } from 'zod'
import { paymentEventKinds } from '../../../../../db/queries/shop/payments.ts'
import { transactionPeriods } from '../../../../../db/queries/shop/transactions.ts'
import { reversalKinds } from '../../../../../db/schema/shop/refunds.ts'
import {
  refundStatuses,
  reversalStatuses,
  transactionStatuses,
} from '../../../../../db/transitions.ts'
import { withPeriod } from '../../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  Instant,
  listOf,
  Money,
  named,
  sortedPageInput,
  text,
} from '../../../../../lib/schema.ts'
import { ChosenCourse, ChosenUser } from '../../../platform/admin/choice-schema.ts'
import { CouponCode } from '../../coupons/schema.ts'
import { GetTransactionInput, Transaction } from '../schema.ts'

const userId = { description: 'The account', examples: [exampleIds.user] }
const provider = field(z.string(), 'Payment provider', 'stripe')

export const ListAdminTransactionsInput = withPeriod({
  user: ChosenUser.optional().meta({
    description: 'Only purchases of this account: its email or id',
  }),
  status: field(
    z.enum(transactionStatuses).optional(),
    'Only purchases with this status',
    'fulfilled',
  ),
  course: ChosenCourse.optional().meta({
    description: 'Only purchases that contain this course: its id or slug',
  }),
  provider: field(text(40).optional(), 'Only purchases at this payment provider', 'stripe'),
  currency: field(
    z
      .string()
      .regex(/^[A-Z]{3}$/, 'is not a currency such as EUR')
      .optional(),
    'Only purchases in this currency (ISO 4217)',
    'EUR',
  ),
  coupon: CouponCode.optional().describe('Only purchases with the coupon of this code'),
  q: field(
    text(320).optional(),
    'Only what this names exactly: the number of a receipt, the id of a transaction, an ' +
      'email, or a reference of the payment provider for a checkout, payment, refund or dispute',
    '2026-000042',
  ),
  period: field(
    z.enum(transactionPeriods).default('created'),
    'What `from` and `to` are about, and the order of the list: when purchases were started, ' +
      'or when their money arrived. With `paid` there are only purchases with money',
    'created',
  ),
  ...sortedPageInput,
})
export type ListAdminTransactionsInput = z.infer<typeof ListAdminTransactionsInput>

const Buyer = z
  .object({
    id: Id.meta(userId),
    email: field(z.string(), 'Its email now', 'ada@example.com'),
    name: field(z.string(), 'Its name now', 'Ada Lovelace'),
  })
  .nullable()
  .describe('The account that buys; null once it is erased')

const adminFacts = {
  buyer: Buyer,
  isDisputed: field(z.boolean(), 'A dispute with the bank of the payer is open', false),
  provider: provider.nullable().describe('Payment provider; null where nothing is to be paid'),
  coupon: field(z.string().nullable(), 'Code of the coupon that was used', 'SPRING-20'),
  receiptNumber: field(z.string().nullable(), 'Number of the receipt', '2026-000042'),
}

const { id, status, total, createdAt, paidAt } = Transaction.shape

export const AdminTransactionSummary = named(
  'AdminTransactionSummary',
  'A purchase in a list for administrators',
  { id, status, total, ...adminFacts, createdAt, paidAt },
)
export type AdminTransactionSummary = z.infer<typeof AdminTransactionSummary>

export const AdminTransactionList = listOf(
  AdminTransactionSummary,
  'Purchases of all accounts, newest first',
)
export type AdminTransactionList = z.infer<typeof AdminTransactionList>

const payment = field(z.string().nullable(), "The payment's id at the provider", 'pi_3PqV2k')
const reason = field(z.string(), 'Why', 'Bought by mistake')
const failure = field(z.string().nullable(), "The provider's word for what went wrong", null)

const PaymentReport = named('PaymentReport', 'A report of the payment provider about a purchase', {
  id: field(z.string(), 'Id of the report', 'evt_1Qm7'),
  kind: field(z.enum(paymentEventKinds), 'Its name in Lyceum', 'paid'),
  type: field(z.string(), "The provider's name for it", 'checkout.session.completed'),
  provider,
  payment,
  amount: Money.nullable().describe('The amount that it is about, if any'),
  receivedAt: Instant.describe('When it was reported'),
})

const AdminRefund = named('AdminRefund', 'A refund', {
  id: field(Id, 'The refund', exampleIds.transaction),
  line: field(
    z.int().nullable(),
    'Number of the line, from 1; null for money that was not owed',
    1,
  ),
  amount: Money.describe('Amount that goes back'),
  provider: provider.describe('Payment provider; `manual` for a refund recorded by hand'),
  status: field(z.enum(refundStatuses), 'sent: the provider has not settled it yet', 'succeeded'),
  reason,
  failure,
  reversal: field(
    z.string().nullable(),
    'The reversal that it books on the line, if nobody requested it here',
    null,
  ),
  requestedAt: Instant.describe('When it was requested'),
})

const AdminReversal = named('AdminReversal', 'Money that a provider takes back by itself', {
  kind: z.enum(reversalKinds).meta({
    description: 'refund: made at the provider. dispute: of the payer',
    examples: ['dispute'],
  }),
  status: z.enum(reversalStatuses).meta({
    description: 'open: not decided yet. gone: the money is lost. kept: it stays, or is back',
    examples: ['open'],
  }),
  reference: field(z.string(), "The refund's or dispute's id at the provider", 'du_1Qm7'),
  payment: field(z.string(), 'The payment that the money comes from', 'pi_3PqV2k'),
  amount: Money.describe('Amount that the provider takes, or may take'),
  assigned: Money.describe('How much of it is booked on lines'),
  reason: reason.nullable().describe('Why; null where nobody said'),
  failure,
  reportedAt: Instant.describe('When it was reported'),
})

export const AdminTransaction = Transaction.extend({
  ...adminFacts,
  payment: z
    .object({
      provider: provider.nullable(),
      reference: field(z.string().nullable(), "The checkout's id at the provider", 'cs_test_a1'),
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
  courseIds: field(
    z.array(Id).min(1).max(100).optional(),
    'The courses to take back; defaults to all of the purchase',
    [exampleIds.course],
  ),
}).meta({ id: 'UndoTransactionInput', description: 'The courses to take back' })
export type UndoTransactionInput = z.infer<typeof UndoTransactionInput>
