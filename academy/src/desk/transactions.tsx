import {
  type AdminTransaction,
  type AdminTransactionSummary,
  currencyExponent,
  type Money,
} from '@lyceum/sdk'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { DownloadButton } from '../ui/data/download-button.tsx'
import { detailPage, listPage, type TableOptions } from '../ui/data/pages.tsx'
import { Code, DeskLink, Named, Status, shown } from '../ui/data/parts.tsx'
import { Table } from '../ui/data/table.tsx'
import { showInstant } from '../ui/format.ts'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { Fields } from '../ui/forms/fields.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { amountOf, nameOf } from '../ui/names.ts'
import { Section } from '../ui/page.tsx'
import { picks } from '../ui/picks/picks.tsx'

const { transactions } = lyceum.admin

export const transactionTable: TableOptions<AdminTransactionSummary> = {
  title: 'transactions',
  href: ({ id }) => `/desk/transactions/${id}`,
  columns: {
    buyer: ({ buyer }) => <Named {...(buyer ?? { name: t('transactions.erased') })} />,
    status: ({ status, isDisputed }) => <Status of={isDisputed ? 'disputed' : status} />,
    total: ({ total }) => total,
    coupon: ({ coupon }) => coupon && <Code>{coupon}</Code>,
    receipt: ({ receiptNumber }) => receiptNumber,
    created: ({ createdAt }) => showInstant(createdAt),
  },
}

const held = ['paid', 'fulfilled', 'partially_refunded'] as const
const lost = ['refunded', 'failed', 'expired', 'canceled'] as const

export const TransactionsPage = listPage({
  ...transactionTable,
  list: transactions.list,
  filters: {
    q: 'text',
    user: picks.person,
    course: picks.course,
    status: ['pending', ...held, ...lost],
    coupon: picks.coupon,
    from: 'day',
    to: 'day',
  },
})

export const TransactionPage = detailPage({
  get: transactions.get,
  input: ({ id }) => ({ transactionId: id }),
  title: ({ id, receiptNumber }) => t('transactions.of', { number: receiptNumber ?? id }),
  actions: (transaction) => <Actions {...transaction} />,
  columns: transactionTable.columns,
  more: ({ buyer, discount, refunded, payment, paidAt }) => ({
    ...(buyer && { buyer: <DeskLink to={`/desk/users/${buyer.id}`}>{buyer.email}</DeskLink> }),
    discount,
    refunded,
    provider: payment.provider,
    payment: payment.payment && <Code>{payment.payment}</Code>,
    paid: paidAt && showInstant(paidAt),
  }),
  children: (transaction) => (
    <>
      <Section title={t('nav.catalog')}>
        <Table
          label={t('nav.catalog')}
          items={transaction.lines}
          columns={{
            course: ({ title }) => <bdi>{title}</bdi>,
            status: ({ status }) => <Status of={status} />,
            price: ({ price }) => price,
            discount: ({ discount }) => discount,
            refunded: ({ refunded }) => refunded,
          }}
        />
      </Section>
      <Section title={t('transactions.history')}>
        <History {...transaction} />
      </Section>
    </>
  ),
})

function Actions(transaction: AdminTransaction) {
  const { id: transactionId, status, total, refunded, receiptNumber } = transaction
  const isHeld = held.some((one) => one === status)
  const unassigned = unassignedOf(transaction)
  return (
    <>
      {receiptNumber && (
        <DownloadButton
          label={t('field.receipt')}
          name={`${receiptNumber}.pdf`}
          read={() => lyceum.transactions.receiptPdf.query({ transactionId })}
        />
      )}
      {status === 'pending' && (
        <FormDialog
          name="transactions.markPaid"
          needs="money:write"
          to={transactions.markPaid}
          input={{ transactionId }}
          fields={['reason']}
          labels={{ reason: 'howKnown' }}
        />
      )}
      {unassigned.length > 0 && <Assign {...transaction} />}
      {isHeld && total.amount === 0 && (
        <ConfirmButton
          name="transactions.undo"
          needs="money:write"
          run={() => transactions.undo.mutate({ transactionId })}
        />
      )}
      {isHeld && refunded.amount < total.amount && <Refund {...transaction} />}
    </>
  )
}

/** What the provider took back, and nobody has said of which course. */
const unassignedOf = ({ reversals }: AdminTransaction) =>
  reversals.filter(
    ({ status, amount, assigned }) => status === 'gone' && assigned.amount < amount.amount,
  )

function Assign(transaction: AdminTransaction) {
  const { id: transactionId, lines, total } = transaction
  const reversals = unassignedOf(transaction).map(({ reference, kind, amount }) => [
    reference,
    `${nameOf(kind)}: ${amountOf(amount)} (${reference})`,
  ])
  return (
    <FormDialog
      name="transactions.assign"
      needs="money:write"
      to={transactions.assignReversal}
      input={{ transactionId }}
      fields={['reversal', 'line', 'isNotedByHand', 'reason']}
      looks={{
        reversal: Object.fromEntries(reversals),
        line: Object.fromEntries(lines.map(({ title }, index) => [index + 1, title])),
      }}
      labels={{ reason: 'howKnown', isNotedByHand: 'refundedByHand' }}
      without={['amount']}
      send={({ line, ...assignment }, { amount }) =>
        transactions.assignReversal.mutate({
          ...assignment,
          line: Number(line),
          amount: minorOf(total.currency, amount),
        })
      }
    >
      <Fields kinds={{ amount: 'number' }} />
    </FormDialog>
  )
}

const minorOf = (currency: string, amount: string | undefined) =>
  amount ? Math.round(Number(amount) * 10 ** currencyExponent(currency)) : undefined

function Refund({ id: transactionId, lines, total, refunded }: AdminTransaction) {
  const sumOf = (amount: number) => amountOf({ ...total, amount })
  const options = lines.flatMap(({ title, price, discount, refunded }, index) => {
    const amount = price.amount - discount.amount - refunded.amount
    return amount > 0 ? [[index + 1, `${title}: ${sumOf(amount)}`]] : []
  })
  const all = t('transactions.allLines', { sum: sumOf(total.amount - refunded.amount) })
  return (
    <FormDialog
      name="transactions.refund"
      needs="refunds:write"
      look="danger"
      to={lyceum.transactions.refund}
      input={{ transactionId }}
      fields={['line', 'reason']}
      looks={{ line: { '': all, ...Object.fromEntries(options) } }}
      without={['amount']}
      send={(refund, { amount }) =>
        lyceum.transactions.refund.mutate({
          ...refund,
          amount: minorOf(total.currency, amount),
        })
      }
    >
      <Fields kinds={{ amount: 'number' }} />
    </FormDialog>
  )
}

function History(transaction: AdminTransaction) {
  return (
    <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
      {stepsOf(transaction).map(([id, at, what, amount, ...notes]) => (
        <li key={id}>
          <p className="font-medium">
            {what} {amount && shown(amount)}
          </p>
          <p className="text-sm text-muted">
            <bdi>{[showInstant(at), ...notes].filter(Boolean).join(' · ')}</bdi>
          </p>
        </li>
      ))}
    </ol>
  )
}

type Step = [id: string, at: string, what: string, Money | null, ...notes: (string | null)[]]

/** Lists the steps of a purchase, first to last. */
function stepsOf(transaction: AdminTransaction): Step[] {
  const { id, createdAt, total, paymentReports, refunds, reversals } = transaction
  const what = (kind: string, status: string) => `${nameOf(kind)} (${nameOf(status)})`
  const steps: Step[] = [
    [id, createdAt, t('field.started'), total],
    ...paymentReports.map(
      (one): Step => [one.id, one.receivedAt, nameOf(one.kind), one.amount, one.provider, one.type],
    ),
    ...refunds.map(
      ({ id, requestedAt, status, amount, provider, reason, failure }): Step => [
        id,
        requestedAt,
        what('refund', status),
        amount,
        provider,
        reason,
        failure,
      ],
    ),
    ...reversals.map(
      ({ reference, reportedAt, kind, status, amount, reason, failure }): Step => [
        reference,
        reportedAt,
        what(kind, status),
        amount,
        reference,
        reason,
        failure,
      ],
    ),
  ]
  return steps.sort(([, one], [, other]) => one.localeCompare(other))
}
