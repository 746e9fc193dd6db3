import type { MyCourse } from '@lyceum/sdk'
import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { learnerStatus } from '@lyceum/sdk/values'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { kept } from '../../offline/kept.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { NextStep } from '../../ui/button.tsx'
import { List } from '../../ui/data/list.tsx'
import { showInstant } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { useFilters } from '../../ui/forms/filters.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { Cover } from '../courses/course-card.tsx'
import { toCourse } from '../courses/links.ts'
import { MyCourseState, Return } from '../courses/my-course.tsx'
import { Home } from '../home/home.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { Found } from './found.tsx'

export function LearningPage() {
  const search = useFilters<{ lessons: string }>({ lessons: 'text' })
  const filter = useFilters<Pick<MyCourse, 'status'>>({ status: learnerStatus })
  const { lessons: q } = search.input
  return (
    <Page
      title={t('nav.learning')}
      actions={
        <>
          <TextLink to="/learning/notes">{t('notes.page')}</TextLink>
          <CalendarButton />
        </>
      }
    >
      {q === undefined && filter.input.status === undefined && <Home />}
      <div className="flex flex-wrap gap-x-6">
        {search.bar}
        {q === undefined && filter.bar}
      </div>
      {q === undefined ? <Courses status={filter.input.status} /> : <Found q={q} />}
    </Page>
  )
}

function Courses({ status }: { status: MyCourse['status'] | undefined }) {
  const query = useInfiniteQuery(kept(infiniteQueryOptions(lyceum.me.courses, { status })))
  return (
    <List
      query={query}
      empty={
        <NextStep
          text={t(`learning.none.${status ?? 'active'}`)}
          to="/"
          label={t('learning.find')}
        />
      }
      className="grid gap-5 md:grid-cols-2 lg:grid-cols-3"
      each={(course) => <LearningCard course={course} />}
    />
  )
}

function LearningCard({ course }: { course: MyCourse }) {
  const { courseId, slug, title, status, cover, announcement } = course
  const isOpen = status === 'active' || status === 'completed'
  return (
    <article className="flex h-full flex-col gap-3 overflow-hidden rounded-xl border border-line p-5">
      <Link {...toCourse(slug)} tabIndex={-1} aria-hidden="true" className="-mx-5 -mt-5">
        <Cover title={title} cover={cover} />
      </Link>
      <h2 className="text-lg font-semibold">
        <Link {...toCourse(slug)}>
          <bdi>{title}</bdi>
        </Link>
      </h2>
      {status !== 'active' && (
        <p>
          <Badge tone={status === 'completed' ? 'good' : 'plain'}>{t(`value.${status}`)}</Badge>
        </p>
      )}
      <MyCourseState course={course} />
      {isOpen && announcement !== null && (
        <div className="rounded-lg bg-panel p-3 text-sm">
          <p className="text-muted">{showInstant(announcement.postedAt)}</p>
          <p className="mb-2 line-clamp-2">
            <bdi>{announcement.text}</bdi>
          </p>
          <TextLink {...toCourse(slug)} hash={`announcement-${announcement.id}`}>
            {t('announcements.all')}
          </TextLink>
        </div>
      )}
      <div className="mt-auto self-end">
        {isOpen && (
          <ConfirmButton
            name="leave"
            look="quiet"
            run={() => lyceum.me.leaveCourse.mutate({ courseId })}
          />
        )}
        {status === 'left' && <Return courseId={courseId} />}
      </div>
    </article>
  )
}
