import type { LessonPreview } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { partsOf } from '../../lessons/lessons.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { useCourse } from '../courses/course.ts'
import { TryQuiz } from '../quiz/try-quiz.tsx'

interface ReaderProps {
  sections: readonly { title: string; lessons: readonly { key: string; title: string }[] }[]
  lesson: LessonPreview
  /** The published version that is read; absent for the draft. */
  version?: number
}

/** Shows a course as its learners see it: the outline beside the lesson, the quiz to be tried. */
export function Reader({ sections, lesson, version }: ReaderProps) {
  const { courseId, language, may } = useCourse()
  const { Preview } = partsOf(lesson.type)
  const words = inLanguageOf(language)
  const linkOf = (key: string) =>
    version === undefined
      ? ({ to: '/studio/$course/preview/$key', params: { course: courseId, key } } as const)
      : ({
          to: '/studio/$course/versions/$number/$key',
          params: { course: courseId, number: String(version), key },
        } as const)
  const step = (other: LessonPreview['next'], text: string) =>
    other && (
      <Link {...linkOf(other.key)} className="text-brand hover:underline">
        <span className="block text-sm text-muted">{text}</span>
        <bdi {...words}>{other.title}</bdi>
      </Link>
    )
  return (
    <div className="gap-8 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav
        aria-label={t('studio.outline')}
        className="mb-6 max-lg:max-h-60 max-lg:overflow-y-auto lg:mb-0"
      >
        {sections.map(({ title, lessons }) => (
          <div key={lessons[0]?.key ?? title} className="mb-3">
            <p className="px-2 text-sm font-semibold text-muted" {...words}>
              {title}
            </p>
            <ol>
              {lessons.map(({ key, title }) => (
                <li key={key}>
                  <Link
                    {...linkOf(key)}
                    className="block rounded-lg p-2 hover:bg-panel aria-[current=page]:bg-tint aria-[current=page]:font-medium"
                    {...words}
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </nav>
      <div className="min-w-0">
        <div {...words} className="flex flex-col gap-6" data-reader>
          {Preview && <Preview lesson={lesson} />}
          <Markdown text={lesson.content} html={lesson.html} />
        </div>
        {lesson.type === 'quiz' && lesson.quiz !== null && may('read') && (
          <div className="mt-6">
            <TryQuiz key={`${version} ${lesson.key}`} lessonKey={lesson.key} version={version} />
          </div>
        )}
        <div className="mt-8 flex flex-wrap justify-between gap-3">
          <div>{step(lesson.previous, t('preview.previous'))}</div>
          <div className="text-end">{step(lesson.next, t('preview.next'))}</div>
        </div>
      </div>
    </div>
  )
}

/** Returns the words that are selected in the lesson, in one line. */
export function useSelectedWords(): string {
  const [words, setWords] = useState('')
  useEffect(() => {
    const read = () => {
      const selection = document.getSelection()
      // A click elsewhere, or typing in a dialog, keeps what was selected before.
      if (!selection?.anchorNode?.parentElement?.closest('[data-reader]')) return
      setWords(String(selection).replaceAll(/\s+/g, ' ').trim().slice(0, 500))
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [])
  return words
}
