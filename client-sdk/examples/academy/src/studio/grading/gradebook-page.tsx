import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { Csv } from '../../ui/download-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { ListTable } from '../../ui/pages.tsx'
import { Named } from '../../ui/parts.tsx'
import { useCourse, useMay } from '../courses/course.ts'
import { Grades } from './grades.tsx'

export function GradebookPage() {
  const { id: courseId, slug } = useCourse()
  const read = () => lyceum.grades.gradebookCsv.query({ courseId })
  return (
    <Page title={t('studio.gradebook')} actions={<Csv name={`${slug}-gradebook`} read={read} />}>
      <Grades courseId={courseId} />
      <Accommodations />
    </Page>
  )
}

/** Who gets more time, attempts or days than others, and why. */
function Accommodations() {
  const course = useCourse()
  const courseId = course.id
  const canGrant = useMay(course)('own')
  return (
    <div className="mt-10">
      <Section title={t('accommodations')} actions={canGrant && <Grant courseId={courseId} />}>
        <ListTable
          title="accommodations"
          list={lyceum.grades.accommodations}
          input={{ courseId }}
          keyOf={({ learner }) => learner.id}
          columns={{
            learner: ({ learner }) => <Named name={learner.name} />,
            timePercent: ({ timePercent }) => showPercent(timePercent),
            extraAttempts: ({ extraAttempts }) => extraAttempts,
            extraDays: ({ extraDays }) => extraDays,
            until: ({ until }) => until && showDay(until),
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
      </Section>
    </div>
  )
}

function Grant({ courseId }: { courseId: string }) {
  const { data } = useQuery(queryOptions(lyceum.learners.list, { courseId, limit: 100 }))
  const names = data?.items.map(({ userId, name }) => [userId, name]) ?? []
  return (
    <FormDialog
      name="accommodations.grant"
      isDisabled={names.length === 0}
      kinds={{
        learner: Object.fromEntries(names) as Record<string, string>,
        timePercent: 'number!',
        extraAttempts: 'number!',
        extraDays: 'number!',
        until: 'date',
        reason: 'text!',
      }}
      of={{ timePercent: 100, extraAttempts: 0, extraDays: 0 }}
      send={({ learner, ...values }) =>
        lyceum.grades.grant.mutate({ courseId, userId: learner ?? '', ...values })
      }
    />
  )
}
