import type { CartItem } from '@lyceum/sdk'
import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge, Money } from '../../ui/bits.tsx'
import { IconButton, NextStep } from '../../ui/button.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { showMoney } from '../../ui/format.ts'
import { TrashIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { toCourse } from '../courses/links.ts'
import { Payment } from './payment.tsx'

export function CartPage() {
  return (
    <Page title={t('cart.title')}>
      <Read
        of={lyceum.cart.get}
        empty={<NextStep text={t('cart.empty')} to="/" label={t('catalog.showAll')} />}
      >
        {(cart) => (
          <div className="grid items-start gap-8 lg:grid-cols-[1fr_21rem]">
            <ul className="rounded-xl border border-line">
              {cart.items.map((item) => (
                <Item key={item.courseId} item={item} />
              ))}
            </ul>
            <Payment cart={cart} />
          </div>
        )}
      </Read>
    </Page>
  )
}

function Item({ item }: { item: CartItem }) {
  const { courseId, title, price, priceWhenAdded, changed, noLongerSold, owned } = item
  const remove = useMutation(mutationOptions(lyceum.cart.remove))
  return (
    <li className="flex items-center gap-3 border-b border-line p-4 last:border-0">
      <div className="min-w-0 flex-1">
        <Link {...toCourse(courseId)} className="font-medium">
          <bdi>{title}</bdi>
        </Link>
        <p className="flex flex-wrap gap-2 text-sm text-muted">
          {noLongerSold && <Badge tone="warn">{t('cart.noLongerSold')}</Badge>}
          {owned && <Badge tone="good">{t('cart.owned')}</Badge>}
          {changed && !owned && !noLongerSold && (
            <span>{t('cart.changed', { before: showMoney(priceWhenAdded) })}</span>
          )}
        </p>
      </div>
      {!noLongerSold && !owned && <Money>{showMoney(price)}</Money>}
      <IconButton
        label={t('cart.remove', { title })}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ courseId })}
      >
        <TrashIcon />
      </IconButton>
    </li>
  )
}
