import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { showBytes } from '../../ui/format.ts'
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
        <Panel className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0">
            <bdi className="font-medium">{name}</bdi>{' '}
            <span className="text-sm text-muted">{showBytes(size)}</span>
          </p>
          {/* Browsers show a PDF, and save what they cannot show. */}
          <a href={url} target="_blank" rel="noopener" className={buttonClass('primary')}>
            {t('lesson.openFile')} <span className="sr-only">{t('markdown.newTab')}</span>
          </a>
        </Panel>
      )
    }
    case 'link':
      return (
        <Panel className="flex flex-wrap items-center justify-between gap-3">
          <bdi className="min-w-0 break-all text-muted">{lesson.link.url}</bdi>
          <a
            href={lesson.link.url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('primary')}
          >
            {t('lesson.openLink')} <span className="sr-only">{t('markdown.newTab')}</span>
          </a>
        </Panel>
      )
    case 'course':
      return (
        <Panel className="flex flex-wrap items-center justify-between gap-3">
          <p>{t('lesson.ofProgram')}</p>
          <Link
            to="/course/$course"
            params={{ course: lesson.course.slug }}
            className={buttonClass('primary')}
          >
            {t('lesson.toCourse')}
          </Link>
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
