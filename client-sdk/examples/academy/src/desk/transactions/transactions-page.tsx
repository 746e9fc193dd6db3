import type { AdminTransactionSummary } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Money } from '../../ui/bits.tsx'
import { showInstant } from '../../ui/format.ts'
import { amountOf } from '../../ui/names.ts'
import { ListPage, type TableOptions } from '../../ui/pages.tsx'
import { Code, Named } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'

export const transactionTable: TableOptions<AdminTransactionSummary> = {
  title: 'transactions',
  href: ({ id }) => `/desk/transactions/${id}`,
  columns: {
    buyer: ({ buyer }) => <Named {...(buyer ?? { name: t('transactions.erased') })} />,
    status: ({ status, isDisputed }) => <Status of={isDisputed ? 'disputed' : status} />,
    total: ({ total }) => <Money>{amountOf(total)}</Money>,
    coupon: ({ coupon }) => coupon && <Code>{coupon}</Code>,
    receipt: ({ receiptNumber }) => receiptNumber,
    created: ({ createdAt }) => showInstant(createdAt),
  },
}

export function TransactionsPage() {
  return (
    <ListPage
      {...transactionTable}
      list={lyceum.admin.transactions.list}
      filters={{
        q: 'text',
        user: 'text',
        course: 'course',
        status: [
          'pending',
          'paid',
          'fulfilled',
          'partially_refunded',
          'refunded',
          'failed',
          'expired',
          'canceled',
        ],
        coupon: 'text',
        from: 'day',
        to: 'day',
      }}
    />
  )
}
