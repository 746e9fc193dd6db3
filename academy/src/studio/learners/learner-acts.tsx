import type { LearnerReport } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { type ActLook, ActLooked, ActRows } from '../../ui/data/acts.tsx'
import { useLessonTitles } from '../../ui/data/lesson-titles.ts'
import { Read } from '../../ui/data/loaded.tsx'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { ForetoldForm } from '../../ui/forms/foretold-form.tsx'

const { learners } = lyceum

const shared = {
  to: learners.act,
  foretell: t('many.foretell'),
  act: (told: ActLook) => (told.changed > 0 ? t('many.act', told) : undefined),
}

interface LearnersChosen {
  courseId: string
  chosen: readonly Pick<LearnerReport, 'userId'>[]
}

/** What teachers do with the learners whom they chose, one or many. */
export function LearnerActs({ courseId, chosen }: LearnersChosen) {
  const userIds = chosen.map(({ userId }) => userId)
  const titles = useLessonTitles(courseId)
  const look = lookIn(courseId)
  return (
    <>
      <DialogButton label={t('learners.extend')} wide>
        {() => (
          <ForetoldForm
            {...shared}
            input={{ courseId, userIds, act: 'extend' }}
            fields={['lessonKey', 'dueOn', 'reason']}
            looks={{
              lessonKey: { '': t('learners.wholeCourse'), ...titles },
              dueOn: 'date!',
              reason: 'text!',
            }}
            without={['text']}
          >
            {look}
          </ForetoldForm>
        )}
      </DialogButton>
      <MessageLearners courseId={courseId} chosen={chosen} />
      <DialogButton label={t('many.end')} look="danger" wide>
        {() => (
          <ForetoldForm
            {...shared}
            look="danger"
            above={<p className="text-muted">{t('learners.end.ask')}</p>}
            input={{ courseId, userIds, act: 'end' }}
            without={['lessonKey', 'dueOn', 'reason', 'text']}
          >
            {look}
          </ForetoldForm>
        )}
      </DialogButton>
    </>
  )
}

/** Tells one or many learners something in the course, and by mail. */
export function MessageLearners({ courseId, chosen }: LearnersChosen) {
  const userIds = chosen.map(({ userId }) => userId)
  return (
    <DialogButton label={t('many.message')} wide>
      {() => (
        <ForetoldForm
          {...shared}
          input={{ courseId, userIds, act: 'message' }}
          fields={['text']}
          looks={{ text: 'long!' }}
          labels={{ text: 'announcement' }}
          without={['lessonKey', 'dueOn', 'reason']}
        >
          {lookIn(courseId)}
        </ForetoldForm>
      )}
    </DialogButton>
  )
}

const lookIn = (courseId: string) => (told: ActLook) =>
  told.id === null ? <ActLooked of={told} /> : <Acted courseId={courseId} id={told.id} />

/** Follows the job, and shows whom it refused. */
function Acted({ courseId, id }: { courseId: string; id: string }) {
  return (
    <Read
      of={learners.acted}
      input={{ courseId, bulkEnrollmentId: id }}
      again={({ status }) => status === 'running' && 1_000}
    >
      {({ done, total, changed, unchanged, failed, rows }) => (
        <div role="status" className="flex flex-col gap-4">
          <ProgressBar
            percent={Math.round((100 * done) / Math.max(total, 1))}
            label={t('field.progress')}
          />
          <p>{t('many.acted', { changed, unchanged, failed })}</p>
          {rows.length > 0 && <ActRows rows={rows} />}
        </div>
      )}
    </Read>
  )
}
