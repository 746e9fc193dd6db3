import type { Lesson } from '@lyceum/sdk'
import { lazy, Suspense } from 'react'
import { LanguageOfTexts } from '../../markdown/language-of-texts.ts'
import { HtmlOfLesson, Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { buttonClass, NextStep } from '../../ui/button.tsx'
import { Loading } from '../../ui/data/loaded.tsx'
import { showBytes } from '../../ui/format.ts'
import { OutsideLink } from '../../ui/link.tsx'
import { Panel } from '../../ui/page.tsx'
import { toCourse } from '../courses/links.ts'
import type { Player } from '../courses/use-player.ts'

/** What only some lessons need is loaded with them, or read ahead. */
export const parts = {
  video: () => import('./video.tsx').then(({ Video }) => ({ default: Video })),
  quiz: () => import('../attempts/quiz.tsx').then(({ Quiz }) => ({ default: Quiz })),
  assignment: () =>
    import('../submissions/assignment.tsx').then(({ Assignment }) => ({ default: Assignment })),
}
const Video = lazy(parts.video)
const Quiz = lazy(parts.quiz)
const Assignment = lazy(parts.assignment)

/** A video stands above its text; what is to be done stands below it. */
export function LessonBody({ lesson, player }: { lesson: Lesson; player: Player }) {
  const { course, isEnrolled } = player
  return (
    <HtmlOfLesson value={lesson.html}>
      <LanguageOfTexts value={course.language}>
        <Suspense fallback={<Loading />}>
          {lesson.type === 'video' && lesson.video !== null && (
            <Video lesson={lesson} video={lesson.video} isEnrolled={isEnrolled} />
          )}
          {lesson.content !== '' && <Markdown text={lesson.content} course={course} />}
          {lesson.type === 'quiz' && isEnrolled && <Quiz lesson={lesson} />}
          {lesson.type === 'assignment' && isEnrolled && <Assignment lesson={lesson} />}
          {lesson.type === 'file' && <Outside {...lesson.file} label={t('lesson.openFile')} />}
          {lesson.type === 'link' && (
            <Outside {...lesson.link} name={lesson.link.url} label={t('lesson.openLink')} />
          )}
          {lesson.type === 'course' && (
            <Panel>
              <NextStep
                text={t('lesson.ofProgram')}
                {...toCourse(lesson.course.slug)}
                label={t('lesson.toCourse')}
                look="primary"
              />
            </Panel>
          )}
        </Suspense>
      </LanguageOfTexts>
    </HtmlOfLesson>
  )
}

interface OutsideProps {
  name: string
  url: string
  size?: number
  label: string
}

function Outside({ name, url, size, label }: OutsideProps) {
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        <bdi className="font-medium break-all">{name}</bdi>{' '}
        {size !== undefined && <span className="text-sm text-muted">{showBytes(size)}</span>}
      </p>
      {/* Browsers show a PDF, and save what they cannot show. */}
      <OutsideLink href={url} className={buttonClass('primary')}>
        {label}
      </OutsideLink>
    </Panel>
  )
}
