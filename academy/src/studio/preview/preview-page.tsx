import type { LessonPreview } from '@lyceum/sdk'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { partsOf } from '../../lessons/lessons.ts'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty, type Operation, Read } from '../../ui/data/loaded.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { showMinutes, showNumber } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { Page } from '../../ui/page.tsx'
import { AskButton } from '../comments/comments.tsx'
import { useCourse } from '../courses/course.ts'
import { TryQuiz } from '../quiz/try-quiz.tsx'

/** Shows the draft, or a published version, as its learners see it: a lesson, or else the first. */
export function PreviewPage() {
  const { courseId, may, version } = useCourse()
  const params = useParams({ strict: false })
  // Whoever does not see the draft reads the course as it is published.
  const number = Number(params.number ?? (may('read') ? 0 : version))
  if (number > 0)
    return (
      <Preview
        number={number}
        outline={lyceum.versions.get}
        read={lyceum.versions.getLesson}
        input={{ courseId, number }}
      />
    )
  if (may('read'))
    return (
      <Preview
        outline={lyceum.drafts.get}
        read={lyceum.drafts.previewLesson}
        input={{ courseId }}
      />
    )
  return (
    <Page title={t('studio.read')}>
      <Empty>{t('studio.read.none')}</Empty>
    </Page>
  )
}

interface Outline {
  sections: readonly { title: string; lessons: readonly { key: string; title: string }[] }[]
}

interface PreviewProps<Input> {
  /** The published version; none for the draft. */
  number?: number
  outline: Operation<Input, Outline>
  read: Operation<Input & { key: string }, LessonPreview>
  input: Input
}

function Preview<Input>({ number, outline, read, input }: PreviewProps<Input>) {
  const { courseId } = useCourse()
  const { key } = useParams({ strict: false })
  const quote = useSelectedWords()
  const course = { course: courseId }
  const linkTo = (key: string) =>
    number === undefined
      ? ({ to: '/studio/$course/preview/$key', params: { ...course, key } } as const)
      : ({
          to: '/studio/$course/versions/$number/$key',
          params: { ...course, number: String(number), key },
        } as const)
  if (key === undefined)
    return (
      <DetailPage get={outline} input={() => input} title="writing.see">
        {({ sections }) => {
          const [first] = sections.flatMap(({ lessons }) => lessons)
          if (first === undefined) return <Empty>{t('preview.none')}</Empty>
          return <Navigate {...linkTo(first.key)} replace />
        }}
      </DetailPage>
    )
  const lead =
    number === undefined
      ? t('writing.previewLead')
      : t('versions.reading', { number: showNumber(number) })
  return (
    <DetailPage
      get={read}
      input={() => ({ ...input, key })}
      title={({ title }) => title}
      lead={({ minutes }) => `${lead} · ${showMinutes(minutes)}`}
      actions={() =>
        number === undefined && (
          <>
            <AskButton lessonKey={key} quote={quote} />
            <ButtonLink to="/studio/$course/lesson/$key" params={{ ...course, key }}>
              {t('writing.edit')}
            </ButtonLink>
          </>
        )
      }
    >
      {(lesson) => (
        <Read of={outline} input={input}>
          {({ sections }) => <Lesson {...{ sections, lesson, number, linkTo }} />}
        </Read>
      )}
    </DetailPage>
  )
}

interface LessonProps extends Outline {
  lesson: LessonPreview
  number: number | undefined
  linkTo: (key: string) => { to: string; params: Record<string, string> }
}

/** The outline beside the lesson, and the quiz to be tried. */
function Lesson({ sections, lesson, number, linkTo }: LessonProps) {
  const { language, may } = useCourse()
  const { Preview } = partsOf(lesson.type)
  const words = inLanguageOf(language)
  const step = (other: LessonPreview['next'], text: string) =>
    other && (
      <Link {...linkTo(other.key)} className="text-brand hover:underline">
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
                    {...linkTo(key)}
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
            <TryQuiz key={`${number} ${lesson.key}`} lessonKey={lesson.key} version={number} />
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
function useSelectedWords(): string {
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
