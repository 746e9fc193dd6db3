import type { Lesson } from '@lyceum/sdk'
import { Suspense } from 'react'
import { partsOf } from '../../lessons/lessons.ts'
import { LanguageOfTexts } from '../../markdown/language-of-texts.ts'
import { HtmlOfLesson, Markdown } from '../../markdown/markdown.tsx'
import { Loading } from '../../ui/data/loaded.tsx'
import type { Player } from '../courses/use-player.ts'

/** A video stands above its text; what is to be done stands below it. */
export function LessonBody({ lesson, player }: { lesson: Lesson; player: Player }) {
  const { course } = player
  const { Body, isAboveText } = partsOf(lesson.type)
  const body = Body && <Body lesson={lesson} player={player} />
  return (
    <HtmlOfLesson value={lesson.html}>
      <LanguageOfTexts value={course.language}>
        <Suspense fallback={<Loading />}>
          {isAboveText && body}
          {lesson.content !== '' && <Markdown text={lesson.content} course={course} />}
          {!isAboveText && body}
        </Suspense>
      </LanguageOfTexts>
    </HtmlOfLesson>
  )
}
