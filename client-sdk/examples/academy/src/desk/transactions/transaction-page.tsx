import type { AdminTransaction } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Money } from '../../ui/bits.tsx'
import { showInstant } from '../../ui/format.ts'
import { amountOf, nameOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { DetailPage } from '../../ui/pages.tsx'
import { Code, DeskLink } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { TransactionActions } from './transaction-actions.tsx'
import { transactionTable } from './transactions-page.tsx'

export function TransactionPage() {
  return (
    <DetailPage
      get={lyceum.admin.transactions.get}
      input={({ id }) => ({ transactionId: id })}
      title={({ id, receiptNumber }) => t('transactions.of', { number: receiptNumber ?? id })}
      actions={(transaction) => <TransactionActions transaction={transaction} />}
      columns={transactionTable.columns}
      more={({ buyer, discount, refunded, payment, paidAt }) => ({
        ...(buyer && { buyer: <DeskLink to={`/desk/users/${buyer.id}`}>{buyer.email}</DeskLink> }),
        discount: amountOf(discount),
        refunded: amountOf(refunded),
        provider: payment.provider,
        payment: payment.payment && <Code>{payment.payment}</Code>,
        paid: paidAt && showInstant(paidAt),
      })}
    >
      {(transaction) => (
        <>
          <Section title={t('nav.catalog')}>
            <Table
              label={t('nav.catalog')}
              items={transaction.lines}
              keyOf={({ courseId }) => courseId}
              columns={{
                course: ({ title }) => <bdi>{title}</bdi>,
                status: ({ status }) => <Status of={status} />,
                price: ({ price }) => <Money>{amountOf(price)}</Money>,
                discount: ({ discount }) => <Money>{amountOf(discount)}</Money>,
                refunded: ({ refunded }) => <Money>{amountOf(refunded)}</Money>,
              }}
            />
          </Section>
          <Section title={t('transactions.history')}>
            <History transaction={transaction} />
          </Section>
        </>
      )}
    </DetailPage>
  )
}

function History({ transaction }: { transaction: AdminTransaction }) {
  return (
    <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
      {historyOf(transaction).map(({ key, at, what, amount, notes }) => (
        <li key={key}>
          <p className="font-medium">
            {what} {amount && <Money>{amountOf(amount)}</Money>}
          </p>
          <p className="text-sm text-muted">
            {showInstant(at)} <bdi>{notes.filter(Boolean).join(' · ')}</bdi>
          </p>
        </li>
      ))}
    </ol>
  )
}

interface Step {
  key: string
  at: string
  what: string
  amount: AdminTransaction['total'] | null
  notes: (string | null)[]
}

function historyOf(transaction: AdminTransaction): Step[] {
  const { id, createdAt, total, paymentReports, refunds, reversals } = transaction
  const steps: Step[] = [
    { key: id, at: createdAt, what: t('transactions.started'), amount: total, notes: [] },
    ...paymentReports.map(({ id, receivedAt, kind, provider, type, amount }) => ({
      key: id,
      at: receivedAt,
      what: nameOf(kind),
      amount,
      notes: [provider, type],
    })),
    ...refunds.map(({ id, requestedAt, status, amount, reason, failure, provider }) => ({
      key: id,
      at: requestedAt,
      what: `${t('transactions.refund')} (${nameOf(status)})`,
      amount,
      notes: [provider, reason, failure],
    })),
    ...reversals.map(({ reference, reportedAt, kind, status, amount, reason, failure }) => ({
      key: reference,
      at: reportedAt,
      what: `${nameOf(kind)} (${nameOf(status)})`,
      amount,
      notes: [reference, reason, failure],
    })),
  ]
  return steps.sort((one, other) => one.at.localeCompare(other.at))
}
