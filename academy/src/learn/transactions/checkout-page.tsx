import type { Transaction } from '@lyceum/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '../../base/query-client.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink, NextStep } from '../../ui/button.tsx'
import { Loaded, useRead } from '../../ui/data/loaded.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toCourse } from '../courses/links.ts'
import { Purchase } from './purchases-page.tsx'

const route = getRouteApi('/account/ownAccount/checkout')
const isUnderWay = ({ status }: Transaction) => status === 'pending' || status === 'paid'

/** Shows a purchase until it is settled. `checkout=done` proves nothing; only its status does. */
export function CheckoutPage() {
  const { transaction: transactionId, checkout } = route.useSearch()
  const again = (data: Transaction) => isUnderWay(data) && checkout !== 'canceled' && 2_000
  const query = useRead(lyceum.transactions.get, { transactionId }, { again })
  const status = query.data?.status
  useEffect(() => {
    // The courses are there, and the cart is empty.
    if (status === 'fulfilled') void queryClient.invalidateQueries()
  }, [status])
  return (
    <Page title={t('checkout.title')} narrow>
      <Loaded query={query}>
        {(transaction) => (
          <>
            <div role="status" className="mb-6">
              <Outcome transaction={transaction} isCanceled={checkout === 'canceled'} />
            </div>
            <Purchase transaction={transaction} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Outcome({ transaction, isCanceled }: { transaction: Transaction; isCanceled: boolean }) {
  const { status, lines } = transaction
  if (status === 'fulfilled') {
    const [first] = lines
    return (
      <>
        <p className="mb-4 flex items-center gap-2 text-lg text-good">
          <CheckIcon /> {t('checkout.done')}
        </p>
        <ButtonLink
          look="primary"
          {...(lines.length === 1 && first ? toCourse(first.courseId) : { to: '/learning' })}
        >
          {t('checkout.startLearning')}
        </ButtonLink>
      </>
    )
  }
  if (status === 'refunded' || status === 'partially_refunded')
    return <NextStep text={t(`checkout.${status}`)} to="/purchases" label={t('nav.purchases')} />
  if (status !== 'pending' && status !== 'paid')
    return (
      <NextStep text={t(`checkout.${status}`)} to="/cart" label={t('cart.open')} look="primary" />
    )
  if (isCanceled) return <NextStep text={t('checkout.notPaid')} to="/cart" label={t('cart.open')} />
  return (
    <>
      <p className="mb-2 flex items-center gap-3">
        <Spinner /> {t('checkout.waiting')}
      </p>
      <p className="text-muted">{t('checkout.waitingHint')}</p>
    </>
  )
}
