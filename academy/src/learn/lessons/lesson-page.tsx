import type { Course } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, lazyRouteComponent as part } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Loaded, TextSkeleton } from '../../ui/data/loaded.tsx'
import { CloseIcon, MenuIcon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { courseQuery } from '../courses/queries.ts'
import { usePlayer } from '../courses/use-player.ts'
import { LessonView } from './lesson-view.tsx'
import { Outline } from './outline.tsx'
import { useReadAhead } from './read-ahead.ts'

const News = part(() => import('./player-news.tsx'), 'PlayerNews')

const route = getRouteApi('/learn/course/$course/lesson/$lesson')

const frame = 'mx-auto flex w-full max-w-7xl flex-1'
const besideText = 'hidden w-80 shrink-0 border-e border-line lg:block'
const mainClass = 'min-w-0 flex-1 px-4 py-6 outline-none sm:px-8'

export function LessonPage() {
  const { course } = route.useParams()
  const query = useQuery(courseQuery(course))
  return (
    <Loaded query={query} loading={<Waiting />}>
      {(course) => <LessonFrame course={course} />}
    </Loaded>
  )
}

function Waiting() {
  return (
    <div className={frame}>
      <div className={besideText}>
        <div className="flex flex-col gap-4 p-4">
          <Skeleton count={8} className="h-8" />
        </div>
      </div>
      <main id="content" tabIndex={-1} className={mainClass}>
        <div className="mx-auto max-w-3xl">
          <TextSkeleton />
        </div>
      </main>
    </div>
  )
}

/** A lesson with the outline of its course beside it; on phones the outline slides in. */
function LessonFrame({ course }: { course: Course }) {
  const { lesson: lessonId } = route.useParams()
  const player = usePlayer(course)
  useReadAhead(player, lessonId)
  return (
    <div className={frame}>
      <aside aria-label={t('lesson.course')} className={besideText}>
        <div className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto p-4">
          <Outline player={player} lessonId={lessonId} />
        </div>
      </aside>
      <main id="content" tabIndex={-1} className={mainClass}>
        <div className="mb-4 lg:hidden">
          <Popover
            id="outline"
            button={[<MenuIcon key="icon" />, t('lesson.outline')]}
            className="start-0 top-0 h-dvh max-h-none w-80 max-w-[85vw] p-4 backdrop:bg-black/50"
          >
            <div className="flex justify-end">
              <IconButton label={t('close')} popoverTarget="outline" popoverTargetAction="hide">
                <CloseIcon />
              </IconButton>
            </div>
            <Outline player={player} lessonId={lessonId} />
          </Popover>
        </div>
        {player.isEnrolled && (
          <Suspense>
            <News courseId={course.id} slug={course.slug} />
          </Suspense>
        )}
        <LessonView key={lessonId} player={player} lessonId={lessonId} />
      </main>
    </div>
  )
}
