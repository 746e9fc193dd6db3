import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Read } from '../../ui/data/loaded.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'

/** Shows the company that the next receipts name, and lets the reader change it. */
export function CompanyOnReceipts() {
  return (
    <Read of={lyceum.transactions.billing}>
      {(billing) => (
        <div className="flex flex-col items-start gap-2">
          {billing.company !== null && (
            <p className="text-sm">
              {t('billing.on')} <bdi className="font-medium">{billing.company}</bdi>
              {billing.taxNumber !== null && <bdi> · {billing.taxNumber}</bdi>}
            </p>
          )}
          <FormDialog
            name="billing"
            look="quiet"
            to={lyceum.transactions.setBilling}
            fields={['company', 'address', 'taxNumber']}
            defaults={billing}
          />
        </div>
      )}
    </Read>
  )
}
