import type { AdminTransaction, Money } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { nameOf } from '../../ui/names.ts'

interface Step {
  key: string
  at: string
  what: string
  amount: Money | null
  notes: (string | null)[]
}

export function historyOf(transaction: AdminTransaction): Step[] {
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
