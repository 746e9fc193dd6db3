import type { Outputs } from '@lyceum/sdk'
import { mutationOptions, queryOptions } from '@lyceum/sdk/query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tabStorage } from '../../app/storage.ts'
import { lyceum } from '../../lyceum.ts'
import { useIsSignedIn } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Money } from '../../ui/bits.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { showInstant, showMoney } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { TextLink } from '../../ui/link.tsx'

type Course = Outputs['courses']['get']

interface GetCourseProps {
  course: Course
  /** Slugs of the courses that the reader has completed. */
  completed: string[]
}

/** The price, and the way into the course; or what stands in between. */
export function GetCourse({ course, completed }: GetCourseProps) {
  const isSignedIn = useIsSignedIn()
  const missing = course.requires.filter((slug) => !completed.includes(slug))
  const closed = whyClosed(course.seats)
  return (
    <>
      <p className="text-2xl font-bold">
        <Money>{showMoney(course.price)}</Money>
      </p>
      {missing.length > 0 && (
        <div>
          <p>{t('course.requires')}</p>
          <ul className="list-disc ps-5">
            {missing.map((slug) => (
              <li key={slug}>
                <RequiredCourse slug={slug} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {closed !== undefined && <p className="text-warn">{closed}</p>}
      {closed === undefined && !(isSignedIn && missing.length > 0) && <GetButton course={course} />}
    </>
  )
}

const wishKey = 'academy.wish'
const wishMilliseconds = 10 * 60_000

/** What a stranger wanted a moment ago; not what was left lying by somebody else. */
function takeWish(courseId: string): boolean {
  const { id, at } = JSON.parse(tabStorage.get(wishKey) ?? '{}') as {
    id?: string
    at?: number
  }
  if (id !== courseId || at === undefined) return false
  tabStorage.remove(wishKey)
  return Date.now() - at < wishMilliseconds
}

function GetButton({ course: { id, price } }: { course: Course }) {
  const isSignedIn = useIsSignedIn()
  const router = useRouter()
  const { data: cart } = useQuery({ ...queryOptions(lyceum.cart.get), enabled: isSignedIn })
  const enroll = useMutation({
    ...mutationOptions(lyceum.transactions.create),
    meta: { done: t('course.nowEnrolled') },
  })
  const add = useMutation({ ...mutationOptions(lyceum.cart.add), meta: { done: t('cart.added') } })
  const isFree = price.amount === 0

  function get(): void {
    if (isFree) enroll.mutate({ courseIds: [id], expectedTotal: price })
    else add.mutate({ courseId: id })
  }
  /** Strangers come back signed in, and what they wanted is done. */
  function register(): void {
    tabStorage.set(wishKey, JSON.stringify({ id, at: Date.now() }))
    void router.navigate({ to: '/register', search: { next: router.latestLocation.href } })
  }
  useEffect(() => {
    if (isSignedIn && takeWish(id)) get()
  })

  const items = cart?.items ?? []
  const needsOtherCart = !isFree && items.some((item) => item.price.currency !== price.currency)
  if (needsOtherCart || items.some(({ courseId }) => courseId === id))
    return (
      <>
        {needsOtherCart && <p>{t('cart.otherCurrency')}</p>}
        <ButtonLink to="/cart" look="primary">
          {t('cart.open')}
        </ButtonLink>
      </>
    )
  return (
    <Button
      look="primary"
      isPending={enroll.isPending || add.isPending}
      onClick={isSignedIn ? get : register}
    >
      {isFree ? t('course.enroll') : t('cart.add')}
    </Button>
  )
}

function RequiredCourse({ slug }: { slug: string }) {
  const { data } = useQuery(
    queryOptions(lyceum.courses.get, { idOrSlug: slug, outline: 'sections' }),
  )
  return (
    <TextLink to="/course/$course" params={{ course: slug }} {...inLanguageOf(data?.language)}>
      {data?.title ?? slug}
    </TextLink>
  )
}

function whyClosed(seats: Course['seats']): string | undefined {
  if (seats === undefined) return undefined
  const { opensAt, closesAt, left } = seats
  const now = Date.now()
  if (closesAt !== null && Date.parse(closesAt) <= now) return t('course.closed')
  if (opensAt !== null && Date.parse(opensAt) > now)
    return t('course.opensAt', { instant: showInstant(opensAt) })
  return left === 0 ? t('course.full') : undefined
}
