import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'
import { loadTexts, t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { dayOf, showDay } from '../../ui/format.ts'
import { TextLink } from '../../ui/link.tsx'
import { Cover } from '../courses/course-card.tsx'
import { toCourse, toLesson } from '../courses/links.ts'
import { AgendaEntries, useAgenda } from './agenda.tsx'
import { Box } from './box.tsx'
import { daysAfter } from './days.ts'

// Its words are a part of their own, which the rest does not wait for.
const News = lazy(async () => {
  const [{ News }] = await Promise.all([import('./news.tsx'), loadTexts('news')])
  return { default: News }
})

/** Shows what to do now: where the reader goes on, what is due, what waits, what is done. */
export function Home() {
  return (
    <>
      <GoOn />
      <div className="mb-8 grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] items-start gap-4 empty:hidden">
        <DueSoon />
        <Waiting />
        <JustCompleted />
        <Suspense>
          <News />
        </Suspense>
      </div>
    </>
  )
}

function GoOn() {
  const { data } = useQuery(kept(queryOptions(lyceum.me.resume)))
  if (data?.course == null || data.lesson === null) return null
  const { course, lesson } = data
  const { slug, title, percent, cover } = course
  return (
    <section
      aria-label={t('home.goOn')}
      className="mb-6 grid overflow-hidden rounded-xl border border-line bg-panel sm:grid-cols-[16rem_1fr]"
    >
      <div className="max-sm:hidden [&>*]:h-full">
        <Cover title={title} cover={cover} />
      </div>
      <div className="flex min-w-0 flex-col items-start gap-3 p-5">
        <Link {...toCourse(slug)} className="text-sm text-muted hover:underline">
          <bdi>{title}</bdi>
        </Link>
        <h2 className="text-xl font-semibold text-balance">
          <bdi>{lesson.title}</bdi>
        </h2>
        <div className="w-full max-w-md">
          <ProgressBar percent={percent} label={t('course.progress')} />
        </div>
        <ButtonLink {...toLesson(slug, lesson.id)} look="primary">
          {t(percent > 0 ? 'course.goOn' : 'course.start')}
        </ButtonLink>
      </div>
    </section>
  )
}

/** The days of a week from now, and what was missed shortly before. */
function DueSoon() {
  const today = dayOf(new Date())
  const { data } = useAgenda({ from: daysAfter(today, -14), to: daysAfter(today, 6) })
  const due = data?.filter(({ kind, isDone }) => kind === 'due' && !isDone) ?? []
  if (due.length === 0) return null
  return (
    <Box title={t('home.due')} more={<TextLink to="/learning/week">{t('home.week')}</TextLink>}>
      <AgendaEntries entries={due.slice(0, 5)} withDay />
    </Box>
  )
}

function Waiting() {
  const { data } = useQuery(kept(queryOptions(lyceum.me.waiting, { limit: 5 })))
  if (data === undefined || data.items.length === 0) return null
  return (
    <Box title={t('home.waiting')}>
      <ul className="flex flex-col gap-2 text-sm">
        {data.items.map(({ id, slug, courseTitle, lessonKey, title, submittedAt }) => (
          <li key={id}>
            <TextLink {...toLesson(slug, lessonKey)}>
              <bdi>{title}</bdi>
            </TextLink>
            <p className="text-muted">
              <bdi>{courseTitle}</bdi> · {t('home.handedIn', { day: showDay(submittedAt) })}
            </p>
          </li>
        ))}
      </ul>
    </Box>
  )
}

/** How long a course counts as just completed. */
const recentMilliseconds = 30 * 86_400_000

function JustCompleted() {
  const { data } = useQuery(
    kept(queryOptions(lyceum.me.courses, { status: 'completed', limit: 5 })),
  )
  const recent = data?.items.filter(
    ({ completedAt }) => Date.parse(completedAt ?? '') > Date.now() - recentMilliseconds,
  )
  if (recent === undefined || recent.length === 0) return null
  return (
    <Box
      title={t('home.completed')}
      more={<TextLink to="/learning/certificates">{t('field.certificates')}</TextLink>}
    >
      <ul className="flex flex-col gap-3">
        {recent.map(({ courseId, slug, title, certificate }) => (
          <li key={courseId} className="flex flex-col items-start gap-2">
            <TextLink {...toCourse(slug)}>
              <bdi>{title}</bdi>
            </TextLink>
            {certificate?.status === 'issued' && (
              <Link
                to="/course/$course/done"
                params={{ course: slug }}
                className={buttonClass('normal')}
              >
                {t('course.seeCertificate')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Box>
  )
}
