import type { AdminTransaction } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Money } from '../../ui/bits.tsx'
import { showInstant } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { DataTable } from '../../ui/table.tsx'
import { amountOf, titleOf } from '../kit/names.ts'
import { DetailPage } from '../kit/pages.tsx'
import { Code, DeskLink, Status } from '../kit/parts.tsx'
import { historyOf } from './money-history.ts'
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
          <Section title={t('transactions.lines')}>
            <Lines transaction={transaction} />
          </Section>
          <Section title={t('transactions.history')}>
            <History transaction={transaction} />
          </Section>
        </>
      )}
    </DetailPage>
  )
}

function Lines({ transaction: { lines } }: { transaction: AdminTransaction }) {
  const amounts = (['price', 'discount', 'refunded'] as const).map((name) => ({
    id: name,
    title: titleOf(name),
    isNumber: true,
    cell: (line: (typeof lines)[number]) => amountOf(line[name]),
  }))
  return (
    <DataTable
      label={t('transactions.lines')}
      items={lines}
      keyOf={({ courseId }) => courseId}
      columns={[
        { id: 'course', title: titleOf('course'), cell: ({ title }) => <bdi>{title}</bdi> },
        { id: 'status', title: titleOf('status'), cell: ({ status }) => <Status of={status} /> },
        ...amounts,
      ]}
    />
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
