import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ReadList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Purchase } from './purchase.tsx'

export function PurchasesPage() {
  return (
    <Page title={t('nav.purchases')} narrow>
      <ReadList of={lyceum.transactions.list} input={{}} empty={t('purchase.none')}>
        {(transactions) => (
          <ul className="flex flex-col gap-4">
            {transactions.map((transaction) => (
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
