import type { Cart, Inputs } from '@lyceum/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { queryClient } from '../../base/query-client.ts'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { readerId } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Money } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { showMoney } from '../../ui/format.ts'
import { TextField } from '../../ui/forms/controls.tsx'
import { Form, FormError } from '../../ui/forms/form.tsx'
import { Panel } from '../../ui/page.tsx'
import { Sum } from '../transactions/purchases-page.tsx'

/** Quotes the cart with a coupon; asked again whenever the cart changes. */
const quoteQuery = (couponCode: string, { items }: Cart) => ({
  queryKey: [
    'quote',
    couponCode,
    items.map((item) => [item.courseId, item.price.amount]),
    readerId(),
  ],
  queryFn: () => lyceum.coupons.quote.mutate({ couponCode }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
})

export function Payment({ cart }: { cart: Cart }) {
  const [code, setCode] = useState('')
  const quote = useQuery({ ...quoteQuery(code, cart), enabled: code !== '' })
  const pay = usePay()
  if (cart.total === null) return <Panel>{t('cart.severalCurrencies')}</Panel>

  // An expired coupon gives no discount, and blocks nobody.
  const isRedeemed = code !== '' && !quote.isError
  const discounted = isRedeemed ? quote.data : undefined
  const total = discounted?.total ?? cart.total
  const error = pay.error ?? quote.error
  return (
    <Panel className="flex flex-col gap-5">
      {discounted && (
        <ul className="text-muted">
          <Sum value={showMoney(cart.total)}>{t('nav.catalog')}</Sum>
          <Sum value={`−${showMoney(discounted.discount)}`}>{t('cart.discount', { code })}</Sum>
        </ul>
      )}
      <p role="status" className="flex justify-between gap-3 text-xl font-bold">
        {t('field.total')} <Money>{showMoney(total)}</Money>
      </p>
      {error !== null && <FormError error={error} />}
      <Button
        look="primary"
        isPending={pay.isPending || pay.isSuccess || quote.isLoading}
        onClick={() =>
          pay.mutate({ expectedTotal: total, ...(isRedeemed && { couponCode: code }) })
        }
      >
        {t(total.amount === 0 ? 'course.enroll' : 'cart.pay')}
      </Button>
      {total.amount > 0 && <p className="text-sm text-muted">{t('cart.payHint')}</p>}
      {isRedeemed && (
        <Button look="quiet" onClick={() => setCode('')}>
          {t('cart.removeCoupon')}
        </Button>
      )}
      {!isRedeemed && cart.total.amount > 0 && (
        <Form
          submit={t('cart.redeem')}
          look="normal"
          to={lyceum.coupons.quote}
          className="border-t border-line pt-5"
          onSubmit={async ({ couponCode = '' }) => {
            await queryClient.fetchQuery(quoteQuery(couponCode, cart))
            setCode(couponCode)
            pay.reset()
          }}
        >
          <TextField name="couponCode" label={t('field.coupon')} autoComplete="off" isRequired />
        </Form>
      )}
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
