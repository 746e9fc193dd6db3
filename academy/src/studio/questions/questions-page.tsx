import type { QuestionStatistics } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { withoutMarkup } from '../../markdown/without-markup.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { Bars } from '../../ui/data/bars.tsx'
import { ReadList } from '../../ui/data/list.tsx'
import { Empty, Read } from '../../ui/data/loaded.tsx'
import { showNumber, showPercent } from '../../ui/format.ts'
import { SelectField } from '../../ui/forms/controls.tsx'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { Regrade } from './regrade.tsx'

/** Shows how learners do at each quiz's questions: which are too hard, and which are wrong. */
export function QuestionsPage() {
  const { courseId, version } = useCourse()
  const none = <Empty>{t('questions.noQuiz')}</Empty>
  return (
    <Page title={t('studio.questions')}>
      {version === null ? (
        none
      ) : (
        <Read of={lyceum.versions.get} input={{ courseId, number: version }}>
          {({ sections }) => {
            const lessons = sections.flatMap((section) => section.lessons)
            const quizzes = lessons.filter(({ type }) => type === 'quiz')
            const titles = quizzes.map(({ key, title }) => [key, title])
            return titles.length === 0 ? none : <Quizzes titles={Object.fromEntries(titles)} />
          }}
        </Read>
      )}
    </Page>
  )
}

function Quizzes({ titles }: { titles: Record<string, string> }) {
  const { courseId, may } = useCourse()
  const [key, setKey] = useState(Object.keys(titles)[0] ?? '')
  return (
    <>
      <div className="mb-6 max-w-md">
        <SelectField label={t('field.type.quiz')} value={key} options={titles} onChange={setKey} />
      </div>
      <ReadList
        of={lyceum.questions.statistics}
        input={{ courseId, key }}
        empty={t('questions.none')}
        className="flex flex-col gap-4"
        each={(question) => (
          <article className="rounded-xl border border-line p-4">
            <Statistics question={question} />
            {may('write') && (
              <div className="mt-3">
                <DialogButton label={t('regrade.title')} wide>
                  {() => <Regrade question={question} />}
                </DialogButton>
              </div>
            )}
          </article>
        )}
      />
    </>
  )
}

export function Statistics({ question }: { question: QuestionStatistics }) {
  const { title, asked, answered, rightPercent, discrimination, choices } = question
  const isSuspect = discrimination !== null && discrimination < 0
  return (
    <>
      <h2 className="font-medium">
        <Markdown text={title} inline />
      </h2>
      <p className="my-2 flex flex-wrap items-center gap-2 text-sm text-muted">
        {t('questions.asked', { asked: showNumber(asked), answered: showNumber(answered) })}
        {discrimination !== null &&
          ` · ${t('questions.discrimination', { value: showNumber(discrimination) })}`}
        {isSuspect && <Badge tone="bad">{t('questions.suspect')}</Badge>}
      </p>
      {rightPercent !== null && (
        <Bars
          of={100}
          show={showPercent}
          bars={[{ label: t('field.right'), value: rightPercent, tone: 'good' }]}
        />
      )}
      {choices.length > 0 && (
        <details className="mt-2">
          <summary className="py-2 text-sm">{t('questions.choices')}</summary>
          <Bars
            of={answered}
            bars={choices.map(({ text, right, chosen }) => ({
              label: right
                ? t('questions.rightChoice', { text: withoutMarkup(text) })
                : withoutMarkup(text),
              value: chosen,
              tone: right ? 'good' : 'none',
            }))}
          />
        </details>
      )}
    </>
  )
}
