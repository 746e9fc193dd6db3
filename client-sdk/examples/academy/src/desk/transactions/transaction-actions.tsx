import { type AdminTransaction, currencyExponent } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { amountOf } from '../../ui/names.ts'
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
        <ConfirmButton
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
    // Plain numbers would be put before the others.
    return amount > 0 ? [[`line ${index + 1}`, `${title}: ${amountOf({ ...price, amount })}`]] : []
  })
  return (
    <FormDialog
      name="transactions.refund"
      look="danger"
      kinds={{
        line: { '': t('transactions.allLines'), ...Object.fromEntries(options) },
        amount: 'number',
        reason: 'long!',
      }}
      send={({ line, amount, reason }) =>
        lyceum.transactions.refund.mutate({
          transactionId,
          reason,
          line: line === null ? undefined : Number(line.slice(5)),
          amount: amount === null ? undefined : Math.round(amount * unit),
        })
      }
    />
  )
}
