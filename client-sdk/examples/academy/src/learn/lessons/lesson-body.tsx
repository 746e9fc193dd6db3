import { Suspense } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { showBytes } from '../../ui/format.ts'
import { OutsideLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/page.tsx'
import { Assignment, Quiz, Video } from './parts.ts'
import type { Lesson } from './queries.ts'
import type { Player } from './use-player.ts'

/** A video stands above its text; what is to be done stands below it. */
export function LessonBody({ lesson, player }: { lesson: Lesson; player: Player }) {
  const { course } = player
  return (
    <Suspense fallback={<Loading />}>
      {lesson.type === 'video' && lesson.video !== null && (
        <Video lesson={lesson} video={lesson.video} isEnrolled={player.isEnrolled} />
      )}
      {lesson.content !== '' && (
        <Markdown text={lesson.content} html={lesson.html} course={course} lang={course.language} />
      )}
      <Part lesson={lesson} player={player} />
    </Suspense>
  )
}

function Part({ lesson, player: { isEnrolled } }: { lesson: Lesson; player: Player }) {
  switch (lesson.type) {
    case 'file': {
      const { url, name, size } = lesson.file
      return (
        <Panel className={rowClass}>
          <p className="min-w-0">
            <bdi className="font-medium">{name}</bdi>{' '}
            <span className="text-sm text-muted">{showBytes(size)}</span>
          </p>
          {/* Browsers show a PDF, and save what they cannot show. */}
          <OutsideLink href={url} className={buttonClass('primary')}>
            {t('lesson.openFile')}
          </OutsideLink>
        </Panel>
      )
    }
    case 'link':
      return (
        <Panel className={rowClass}>
          <bdi className="min-w-0 break-all text-muted">{lesson.link.url}</bdi>
          <OutsideLink href={lesson.link.url} className={buttonClass('primary')}>
            {t('lesson.openLink')}
          </OutsideLink>
        </Panel>
      )
    case 'course':
      return (
        <Panel className={rowClass}>
          <p>{t('lesson.ofProgram')}</p>
          <ButtonLink to="/course/$course" params={{ course: lesson.course.slug }} look="primary">
            {t('lesson.toCourse')}
          </ButtonLink>
        </Panel>
      )
    case 'quiz':
      return isEnrolled && <Quiz lesson={lesson} quiz={lesson.quiz} />
    case 'assignment':
      return isEnrolled && <Assignment lesson={lesson} assignment={lesson.assignment} />
    default:
      return null
  }
}

const rowClass = 'flex flex-wrap items-center justify-between gap-3'
