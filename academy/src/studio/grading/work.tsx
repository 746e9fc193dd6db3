import type { SubmissionFile, SubmissionToGrade } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ReviewedQuestion } from '../../learn/attempts/attempt-result.tsx'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { FileLink } from '../../ui/bits.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { Panel } from '../../ui/page.tsx'

interface OfSubmission {
  submission: SubmissionToGrade
}

const isWide = () => matchMedia('(min-width: 64rem)').matches

/** The lesson as the learner read it; on phones it is opened by hand. */
export function Task({ submission }: OfSubmission) {
  const { courseId, version: number, lessonKey: key } = submission
  return (
    <details open={isWide()} className="min-w-0">
      <summary className="mb-3 text-xl font-semibold">{t('grading.task')}</summary>
      <Read of={lyceum.versions.getLesson} input={{ courseId, number, key }}>
        {({ content, html }) =>
          content === '' ? (
            <p className="text-muted">{t('grading.noTask')}</p>
          ) : (
            <Markdown text={content} html={html} level={3} />
          )
        }
      </Read>
    </details>
  )
}

export function Work({ submission: { text, files, questions, quiz } }: OfSubmission) {
  const others = quiz?.questions.filter(
    (asked) => !questions.some(({ position }) => position === asked.position),
  )
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <h2 className="text-xl font-semibold">{t('grading.work')}</h2>
      {text !== null && (
        <Panel>
          <Markdown text={text} ofLearner level={3} />
        </Panel>
      )}
      {files.map((file) => (
        <HandedInFile key={file.url} {...file} />
      ))}
      {questions.map(({ position, title, answer, guidance }) => (
        <Panel key={position}>
          <h3 className="font-medium">
            <Markdown text={title} inline />
          </h3>
          <p className="my-2 whitespace-pre-wrap">
            <bdi>{answer ?? '–'}</bdi>
          </p>
          {guidance !== null && (
            <details className="text-sm text-muted">
              <summary>{t('field.guidance')}</summary>
              <Markdown text={guidance} />
            </details>
          )}
        </Panel>
      ))}
      <ol className="flex flex-col gap-4 empty:hidden">
        {others?.map((question) => (
          <ReviewedQuestion
            key={question.position}
            question={question}
            answer={quiz?.answers.find(({ position }) => position === question.position)?.answer}
            review={quiz?.review.find(({ position }) => position === question.position)}
          />
        ))}
      </ol>
    </section>
  )
}

const mostShown = 200_000

/** A file where it stands, as far as browsers show it; always with a link to it. */
function HandedInFile(file: SubmissionFile) {
  return (
    <figure>
      <Shown {...file} />
      <figcaption className="mt-1">
        <FileLink {...file} />
      </figcaption>
    </figure>
  )
}

function Shown({ name, type, size, url }: SubmissionFile) {
  const [kind] = type.split('/')
  const look = 'max-h-[80dvh] max-w-full rounded-lg border border-line'
  if (kind === 'image' && !type.includes('svg'))
    return <img src={url} alt={name} className={look} />
  // biome-ignore lint/a11y/useMediaCaption: learners hand in none
  if (kind === 'video') return <video controls preload="metadata" src={url} className={look} />
  // biome-ignore lint/a11y/useMediaCaption: learners hand in none
  if (kind === 'audio') return <audio controls preload="metadata" src={url} className="w-full" />
  if (type === 'application/pdf') return <Pdf name={name} url={url} />
  if (kind === 'text' && size <= mostShown) return <PlainText url={url} />
  return null
}

/** Read once: its address is another one each time. */
const useFile = <Value,>(url: string, read: (answer: Response) => Promise<Value>) =>
  useQuery({
    queryKey: ['handed in', new URL(url).pathname],
    queryFn: async ({ signal }) => read(await fetch(url, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  }).data

function PlainText({ url }: { url: string }) {
  const text = useFile(url, (answer) => answer.text())
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
    <pre tabIndex={0} className="max-h-[80dvh] overflow-auto rounded-lg border border-line p-3">
      {text}
    </pre>
  )
}

function Pdf({ name, url }: { name: string; url: string }) {
  const bytes = useFile(url, (answer) => answer.arrayBuffer())
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = new AbortController()
    const draw = async () => (await import('./draw-pdf.ts')).drawPdf
    if (bytes !== undefined && place.current !== null)
      void Promise.all([draw(), place.current]).then(([drawPdf, into]) =>
        drawPdf(bytes, into, end.signal),
      )
    return () => end.abort()
  }, [bytes])
  return (
    <div
      ref={place}
      role="img"
      aria-label={name}
      className="flex max-h-[80dvh] flex-col gap-2 overflow-auto rounded-lg border border-line bg-panel p-2 empty:hidden"
    />
  )
}
