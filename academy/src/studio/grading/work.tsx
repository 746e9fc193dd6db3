import type { SubmissionFile, SubmissionToGrade } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { ReviewedQuestion } from '../../learn/attempts/attempt-result.tsx'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { FileLink } from '../../ui/bits.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { Panel } from '../../ui/page.tsx'
import { FileContents } from '../files/file-preview.tsx'

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

/** A file where it stands, as far as browsers show it; always with a link to it. */
function HandedInFile(file: SubmissionFile) {
  const { name: path, size: bytes, type } = file
  return (
    <figure>
      {type === 'application/pdf' ? (
        <Pdf {...file} />
      ) : (
        <FileContents file={{ ...file, path, bytes }} isLarge />
      )}
      <figcaption className="mt-1">
        <FileLink {...file} />
      </figcaption>
    </figure>
  )
}

function Pdf({ name, url }: SubmissionFile) {
  const { data: pages = [] } = useQuery({
    // Its address is another one each time.
    queryKey: ['drawn', new URL(url).pathname],
    queryFn: async ({ signal }) => {
      const [{ drawPdf }, answer] = await Promise.all([
        import('./draw-pdf.ts'),
        fetch(url, { signal }),
      ])
      return drawPdf(await answer.arrayBuffer())
    },
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  })
  return (
    <div
      ref={(place) => place?.replaceChildren(...pages)}
      role="img"
      aria-label={name}
      className="flex max-h-[80dvh] flex-col gap-2 overflow-auto rounded-lg border border-line bg-panel p-2 empty:hidden"
    />
  )
}
