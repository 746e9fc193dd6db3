import type { Cart, Inputs } from '@lyceum/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '../../base/query-client.ts'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { useTerms } from '../../session/terms.tsx'
import { t } from '../../texts/texts.ts'
import { Money } from '../../ui/bits.tsx'
import { ActionButton, Button } from '../../ui/button.tsx'
import { showMoney } from '../../ui/format.ts'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { FormError } from '../../ui/forms/form.tsx'
import { Panel } from '../../ui/page.tsx'
import { CompanyOnReceipts } from '../transactions/company.tsx'
import { Sum } from '../transactions/purchases-page.tsx'

export function Payment({ cart }: { cart: Cart }) {
  const pay = usePay()
  const terms = useTerms(pay.error, true)
  const { total: full, coupon } = cart
  if (full === null) return <Panel>{t('cart.severalCurrencies')}</Panel>

  const total = coupon?.total ?? full
  return (
    <Panel className="flex flex-col gap-5">
      {coupon?.discount && coupon.discount.amount > 0 && (
        <ul className="text-muted">
          <Sum value={showMoney(full)}>{t('nav.catalog')}</Sum>
          <Sum value={`−${showMoney(coupon.discount)}`}>
            {t('cart.discount', { code: coupon.code })}
          </Sum>
        </ul>
      )}
      {coupon && coupon.refusal !== null && (
        <p role="status">
          <bdi className="font-medium">{coupon.code}</bdi>: {t(`error.${coupon.refusal}`)}
        </p>
      )}
      <p role="status" className="flex justify-between gap-3 text-xl font-bold">
        {t('field.total')} <Money>{showMoney(total)}</Money>
      </p>
      {pay.error !== null && <FormError error={pay.error} />}
      {terms.field}
      <Button
        look="primary"
        isPending={pay.isPending || pay.isSuccess}
        // The server has the coupon of the cart, and refuses more than was shown.
        onClick={() => pay.mutate({ expectedTotal: total, ...terms.accepted })}
      >
        {t(total.amount === 0 ? 'course.enroll' : 'cart.pay')}
      </Button>
      {total.amount > 0 && <p className="text-sm text-muted">{t('cart.payHint')}</p>}
      {coupon && (
        <ActionButton
          name="cart.removeCoupon"
          look="quiet"
          run={() => lyceum.cart.removeCoupon.mutate({})}
        />
      )}
      {!coupon && full.amount > 0 && (
        <FieldsForm
          submit={t('cart.redeem')}
          look="normal"
          to={lyceum.cart.setCoupon}
          fields={['couponCode']}
          labels={{ couponCode: 'coupon' }}
        />
      )}
      {full.amount > 0 && <CompanyOnReceipts />}
    </Panel>
  )
}

function usePay() {
  const { config } = useSchool()
  const router = useRouter()
  const returnUrl = config?.checkout.returnUrls.find((url) => url === `${location.origin}/checkout`)
  // Reloads a page restored from the browser's cache: the payment may have changed it.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  return useMutation({
    mutationFn: (purchase: Inputs['transactions']['create']) =>
      lyceum.transactions.create.mutate({ ...purchase, returnUrl }),
    meta: { showsErrors: true, changesNothingElse: true },
    onSuccess: ({ id, checkoutUrl }) => {
      // Without a URL there was nothing to pay.
      if (checkoutUrl !== undefined) location.assign(checkoutUrl)
      else void router.navigate({ to: '/checkout', search: { transaction: id } })
    },
    // After an error such as PriceChanged, reads the new price and asks again.
    onError: () => queryClient.invalidateQueries(),
  })
}
