import type { CartItem } from '@lyceum/sdk'
import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useIsSignedIn } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Badge, Money } from '../../ui/bits.tsx'
import { ButtonLink, IconButton, NextStep } from '../../ui/button.tsx'
import { Empty, Read } from '../../ui/data/loaded.tsx'
import { showMoney } from '../../ui/format.ts'
import { TrashIcon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { useStore } from '../../ui/store.ts'
import { Door } from '../courses/door.tsx'
import { toCourse } from '../courses/links.ts'
import { Payment } from './payment.tsx'
import { forget, visitorCart } from './visitor-cart.ts'

export function CartPage() {
  const isSignedIn = useIsSignedIn()
  return <Door operation="courses.get">{isSignedIn ? <OwnCart /> : <VisitorCart />}</Door>
}

function OwnCart() {
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

/** What a visitor chose: an account is needed only to buy it. */
function VisitorCart() {
  const wanted = useStore(visitorCart)
  if (wanted.length === 0)
    return (
      <Page title={t('cart.title')}>
        <Empty>
          <NextStep text={t('cart.empty')} to="/" label={t('catalog.showAll')} />
        </Empty>
      </Page>
    )
  const next = { next: '/cart' }
  return (
    <Page title={t('cart.title')}>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_21rem]">
        <ul className="rounded-xl border border-line">
          {wanted.map(({ id, title, price }) => (
            <Row key={id} course={{ id, title }} remove={() => forget(id)}>
              <Money>{showMoney(price)}</Money>
            </Row>
          ))}
        </ul>
        <Panel className="flex flex-col gap-3">
          <p>{t('cart.registerFirst')}</p>
          <ButtonLink to="/register" search={next} look="primary">
            {t('register')}
          </ButtonLink>
          <ButtonLink to="/sign-in" search={next}>
            {t('signIn')}
          </ButtonLink>
        </Panel>
      </div>
    </Page>
  )
}

interface RowProps {
  course: { id: string; title: string }
  /** Between the title and the price. */
  about?: ReactNode
  remove: () => void
  isRemoving?: boolean
  children: ReactNode
}

function Row({ course: { id, title }, about, remove, isRemoving, children }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-b border-line p-4 last:border-0">
      <div className="min-w-0 flex-1">
        <Link {...toCourse(id)} className="font-medium">
          <bdi>{title}</bdi>
        </Link>
        {about}
      </div>
      {children}
      <IconButton label={t('cart.remove', { title })} disabled={isRemoving} onClick={remove}>
        <TrashIcon />
      </IconButton>
    </li>
  )
}

function Item({ item }: { item: CartItem }) {
  const { courseId, title, price, priceWhenAdded, changed, noLongerSold, owned } = item
  const remove = useMutation(mutationOptions(lyceum.cart.remove))
  return (
    <Row
      course={{ id: courseId, title }}
      remove={() => remove.mutate({ courseId })}
      isRemoving={remove.isPending}
      about={
        <p className="flex flex-wrap gap-2 text-sm text-muted">
          {noLongerSold && <Badge tone="warn">{t('cart.noLongerSold')}</Badge>}
          {owned && <Badge tone="good">{t('cart.owned')}</Badge>}
          {changed && !owned && !noLongerSold && (
            <span>{t('cart.changed', { before: showMoney(priceWhenAdded) })}</span>
          )}
        </p>
      }
    >
      {!noLongerSold && !owned && <Money>{showMoney(price)}</Money>}
    </Row>
  )
}
