import type { Transaction } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { helpAt, useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Money } from '../../ui/bits.tsx'
import { buttonClass, NextStep } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/data/download-button.tsx'
import { ReadList } from '../../ui/data/list.tsx'
import { Status } from '../../ui/data/parts.tsx'
import { dayOf, showInstant, showMoney, showPercent } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { toCourse } from '../courses/links.ts'

export function PurchasesPage() {
  return (
    <Page title={t('nav.purchases')} narrow>
      <ReadList
        of={lyceum.transactions.list}
        input={{}}
        empty={<NextStep text={t('purchase.none')} to="/" label={t('catalog.showAll')} />}
      >
        {(transactions) => (
          <ul className="flex flex-col gap-4">
            {/* Leaves out tries that a later one replaced: all of them are one purchase. */}
            {transactions
              .filter(({ replacedBy }) => replacedBy === undefined)
              .map((transaction) => (
                <li key={transaction.id}>
                  <Purchase transaction={transaction} />
                </li>
              ))}
          </ul>
        )}
      </ReadList>
    </Page>
  )
}

/** Shows a purchase like a receipt: its courses and sums, and a link to the receipt. */
export function Purchase({ transaction }: { transaction: Transaction }) {
  const { id, status, lines, discount, total, refunded, createdAt, checkoutUrl } = transaction
  const { receiptNumber: number, tax } = transaction
  const { config } = useSchool()
  const help = helpAt(config?.links.support, number && t('purchase.refundSubject', { number }))
  const read = () => lyceum.transactions.receiptPdf.query({ transactionId: id })
  return (
    <article aria-label={showInstant(createdAt)} className="rounded-xl border border-line p-4">
      <p className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <span className="text-muted">
          {showInstant(createdAt)}
          {number !== undefined && <> · {t('purchase.number', { number })}</>}
        </span>
        <Status of={status} />
      </p>
      <ul>
        {lines.map((line) => (
          <Sum key={line.courseId} value={showMoney(line.price)}>
            <Link {...toCourse(line.courseId)} className="font-medium">
              <bdi>{line.title}</bdi>
            </Link>
          </Sum>
        ))}
        {discount.amount > 0 && (
          <Sum value={`−${showMoney(discount)}`}>{t('purchase.discount')}</Sum>
        )}
        {lines.length + discount.amount > 1 && (
          <Sum value={showMoney(total)}>
            <strong>{t('field.total')}</strong>
          </Sum>
        )}
        {tax && (
          <Sum value={showMoney(tax.amount)}>
            <span className="text-sm text-muted">
              {t('purchase.tax', { name: tax.name, percent: showPercent(tax.percent) })}
            </span>
          </Sum>
        )}
        {refunded.amount > 0 && <Sum value={showMoney(refunded)}>{t('value.refunded')}</Sum>}
      </ul>
      <p className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {checkoutUrl !== undefined && (
          <a href={checkoutUrl} className={buttonClass('primary')}>
            {t('purchase.pay')}
          </a>
        )}
        {transaction.receiptUrl !== undefined && (
          <DownloadButton
            label={t('purchase.receipt')}
            name={`receipt-${dayOf(new Date(createdAt))}.pdf`}
            read={read}
          />
        )}
        {number !== undefined && refunded.amount < total.amount && help !== undefined && (
          <a href={help} className={buttonClass('quiet')}>
            {t('purchase.askRefund')}
          </a>
        )}
      </p>
    </article>
  )
}

export function Sum({ children, value }: { children: ReactNode; value: string }) {
  return (
    <li className="flex justify-between gap-4 py-1">
      <span className="min-w-0">{children}</span>
      <Money>{value}</Money>
    </li>
  )
}
