import type { Course } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { tabStorage } from '../../base/storage.ts'
import { lyceum } from '../../lyceum.ts'
import { useIsSignedIn } from '../../session/session.ts'
import { type Terms, useTerms } from '../../session/terms.tsx'
import { t } from '../../texts/texts.ts'
import { Money } from '../../ui/bits.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { showInstant, showMoney } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { TextLink } from '../../ui/link.tsx'
import { useStore } from '../../ui/store.ts'
import { visitorCart, want } from '../cart/visitor-cart.ts'
import type { Missing } from './after-others.tsx'
import { toCourse } from './links.ts'
import { MyCourseState, Return } from './my-course.tsx'
import { useMyCourse } from './queries.ts'

const AfterOthers = lazy(() =>
  import('./after-others.tsx').then(({ AfterOthers }) => ({ default: AfterOthers })),
)

/** Offers the next step: get the course, continue it, or return to it. */
export function CourseAction({ course }: { course: Course }) {
  const { data: mine, isLoading } = useMyCourse(course)
  if (isLoading) return null
  if (mine && course.enrolled === true) {
    const lessons = course.sections.flatMap((section) => section.lessons)
    return (
      <>
        <MyCourseState course={mine} lessons={lessons} lang={course.language} />
        {/* Buying the course keeps access that would end. */}
        {mine.buyable && (
          <>
            <p>
              {t('course.keep')} <Money>{showMoney(course.price)}</Money>
            </p>
            <GetButton course={course} />
          </>
        )}
      </>
    )
  }
  if (mine?.status === 'left')
    return (
      <>
        <p>{t('course.left')}</p>
        <Return courseId={course.id} />
      </>
    )
  if (course.requires.length === 0) return <GetCourse course={course} missing={[]} />
  return (
    <Suspense>
      <AfterOthers course={course}>
        {(missing) => <GetCourse course={course} missing={missing} />}
      </AfterOthers>
    </Suspense>
  )
}

/** Shows the price and the way in, or what stands in between, such as other courses. */
function GetCourse({ course, missing }: { course: Course; missing: Missing }) {
  const isSignedIn = useIsSignedIn()
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
            {missing.map(({ slug, course }) => (
              <li key={slug}>
                <TextLink {...toCourse(slug)} {...inLanguageOf(course?.language)}>
                  {course?.title ?? slug}
                </TextLink>
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

/** Returns whether a stranger asked for this course a moment ago; ignores older wishes. */
function takeWish(courseId: string): boolean {
  const wish: { id?: string; at?: number } = JSON.parse(tabStorage.get(wishKey) ?? '{}')
  const { id, at } = wish
  if (id !== courseId || at === undefined) return false
  tabStorage.remove(wishKey)
  return Date.now() - at < wishMilliseconds
}

function GetButton({ course }: { course: Course }) {
  const { id, price } = course
  const isSignedIn = useIsSignedIn()
  const router = useRouter()
  const { data: cart } = useQuery({ ...queryOptions(lyceum.cart.get), enabled: isSignedIn })
  const isFree = price.amount === 0
  const order = { courseIds: [id], expectedTotal: price }
  const get = useMutation<unknown, Error, Terms>({
    mutationFn: (terms) =>
      isFree
        ? lyceum.transactions.create.mutate({ ...order, ...terms })
        : lyceum.cart.add.mutate({ courseId: id }),
    meta: { done: t(isFree ? 'course.nowEnrolled' : 'cart.added') },
  })
  const terms = useTerms(get.error, false)
  const wanted = useStore(visitorCart)
  const isWanted = !isSignedIn && wanted.some((one) => one.id === id)
  /** Strangers come back signed in, and are enrolled in what is free. */
  function register(): void {
    tabStorage.set(wishKey, JSON.stringify({ id, at: Date.now() }))
    void router.navigate({ to: '/register', search: { next: router.latestLocation.href } })
  }
  useEffect(() => {
    if (isSignedIn && takeWish(id)) get.mutate({})
  })

  const items = cart?.items ?? []
  const needsOtherCart = !isFree && items.some((item) => item.price.currency !== price.currency)
  if (needsOtherCart || isWanted || items.some(({ courseId }) => courseId === id))
    return (
      <>
        {needsOtherCart && <p>{t('cart.otherCurrency')}</p>}
        <ButtonLink to="/cart" look="primary">
          {t('cart.open')}
        </ButtonLink>
      </>
    )
  return (
    <>
      {terms.field}
      <Button
        look="primary"
        isPending={get.isPending}
        onClick={() => {
          if (isSignedIn) get.mutate(terms.accepted)
          else if (isFree) register()
          else want(course)
        }}
      >
        {t(isFree ? 'course.enroll' : 'cart.add')}
      </Button>
    </>
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
