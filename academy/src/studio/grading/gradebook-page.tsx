import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Csv } from '../../ui/data/download-button.tsx'
import { useLessonTitles, useList } from '../../ui/data/list.tsx'
import { ListTable } from '../../ui/data/pages.tsx'
import { Named } from '../../ui/data/parts.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { ConfirmButton, DialogButton } from '../../ui/forms/dialog.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { GiveTime } from './give-time.tsx'
import { Grades } from './grades.tsx'

/** Learners in a list to choose from, read when it is opened. */
const mostChoices = 5_000

interface OfDialog {
  courseId: string
}

/** The grades of all, and who gets more time, attempts or days than others. */
export function GradebookPage() {
  const { courseId, slug, may } = useCourse()
  const canGrant = may('own')
  const read = () => lyceum.grades.gradebookCsv.query({ courseId })
  return (
    <Page
      title={t('studio.gradebook')}
      actions={
        <>
          {may('extend') && (
            <>
              <GiveTime />
              <Extend courseId={courseId} />
            </>
          )}
          <Csv name={`${slug}-gradebook`} read={read} />
        </>
      }
    >
      <Grades courseId={courseId} />
      <ListTable
        isSection
        title="accommodations"
        actions={canGrant && <Grant courseId={courseId} />}
        list={lyceum.grades.accommodations}
        input={{ courseId }}
        keyOf={({ learner }) => learner.id}
        columns={{
          learner: ({ learner }) => <Named name={learner.name} />,
          timePercent: ({ timePercent }) => showPercent(timePercent),
          extraAttempts: ({ extraAttempts }) => extraAttempts,
          extraDays: ({ extraDays }) => extraDays,
          until: ({ lastDay }) => lastDay && showDay(lastDay),
          reason: ({ reason }) => <bdi>{reason}</bdi>,
          actions: ({ learner }) =>
            canGrant && (
              <ConfirmButton
                name="accommodations.revoke"
                look="quiet"
                run={() => lyceum.grades.revoke.mutate({ courseId, userId: learner.id })}
              />
            ),
        }}
      />
    </Page>
  )
}

/** Also for graders, who have no list of learners: more time for one of them. */
function Extend({ courseId }: OfDialog) {
  return (
    <DialogButton label={t('learners.extend')}>
      {(close) => <ExtendForm courseId={courseId} close={close} />}
    </DialogButton>
  )
}

function ExtendForm({ courseId, close }: OfDialog & { close: () => void }) {
  const input = { courseId, limit: 100 }
  const titles = useLessonTitles(courseId)
  const { data: rows = [] } = useList(lyceum.grades.gradebook, input, { all: mostChoices })
  return (
    <FieldsForm
      submit={t('learners.extend')}
      done={t('done')}
      above={<p className="text-muted">{t('learners.mailed')}</p>}
      to={lyceum.learners.extend}
      input={{ courseId }}
      fields={['userId', 'lessonKey', 'dueOn', 'reason']}
      looks={{
        userId: Object.fromEntries(rows.map(({ learner }) => [learner.id, learner.name])),
        lessonKey: titles,
      }}
      labels={{ userId: 'learner' }}
      send={(extension) => lyceum.learners.extend.mutate(extension).then(close)}
    />
  )
}

function Grant({ courseId }: OfDialog) {
  return (
    <DialogButton label={t('accommodations.grant')}>
      {(close) => <GrantForm courseId={courseId} close={close} />}
    </DialogButton>
  )
}

function GrantForm({ courseId, close }: OfDialog & { close: () => void }) {
  const input = { courseId, limit: 100 }
  const { data = [] } = useList(lyceum.learners.list, input, { all: mostChoices })
  return (
    <FieldsForm
      submit={t('accommodations.grant')}
      done={t('done')}
      to={lyceum.grades.grant}
      input={{ courseId }}
      fields={['userId', 'timePercent', 'extraAttempts', 'extraDays', 'until', 'reason']}
      looks={{ userId: Object.fromEntries(data.map(({ userId, name }) => [userId, name])) }}
      labels={{ userId: 'learner' }}
      send={(granted) => lyceum.grades.grant.mutate(granted).then(close)}
    />
  )
}
