import { type AdminTransaction, currencyExponent } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, FormDialog } from '../../ui/actions.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { SelectField } from '../../ui/form.tsx'
import { Field, Reason } from '../kit/fields.tsx'
import { amountOf, titleOf } from '../kit/names.ts'
import { useMay } from '../permissions.ts'

export function TransactionActions({ transaction }: { transaction: AdminTransaction }) {
  const may = useMay()
  const { id: transactionId, status, total, refunded, receiptNumber } = transaction
  const isHeld = ['paid', 'fulfilled', 'partially_refunded'].includes(status)
  const isFree = total.amount === 0
  return (
    <>
      {receiptNumber && (
        <DownloadButton
          label={t('transactions.receipt')}
          name={`${receiptNumber}.pdf`}
          read={() => lyceum.transactions.receiptPdf.query({ transactionId })}
        />
      )}
      {isHeld && isFree && may('money:write') && (
        <ActionButton
          name="transactions.undo"
          run={() => lyceum.admin.transactions.undo.mutate({ transactionId })}
        />
      )}
      {isHeld && refunded.amount < total.amount && may('refunds:write') && (
        <Refund transaction={transaction} />
      )}
    </>
  )
}

function Refund({ transaction }: { transaction: AdminTransaction }) {
  const { id: transactionId, lines, total } = transaction
  const unit = 10 ** currencyExponent(total.currency)
  const options = lines.flatMap(({ title, price, discount, refunded }, index) => {
    const amount = price.amount - discount.amount - refunded.amount
    const text = `${title}: ${amountOf({ ...price, amount })}`
    return amount > 0 ? [[`line ${index + 1}`, text]] : []
  })
  return (
    <FormDialog
      name="transactions.refund"
      look="danger"
      send={({ line, amount, reason = '' }) =>
        lyceum.transactions.refund.mutate({
          transactionId,
          reason,
          ...(line && { line: Number(line.slice(5)) }),
          ...(amount && { amount: Math.round(Number(amount) * unit) }),
        })
      }
    >
      <SelectField
        name="line"
        label={titleOf('course')}
        options={{ '': t('transactions.allLines'), ...Object.fromEntries(options) }}
      />
      <Field name="amount" kind="number" min={0} step="any" />
      <Reason />
    </FormDialog>
  )
}
