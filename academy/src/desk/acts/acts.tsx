import type { AdminEnrollment, Invitation, UserSummary } from '@lyceum/sdk'
import { useRouter } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { type ActLook, ActLooked } from '../../ui/data/acts.tsx'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { ForetoldForm } from '../../ui/forms/foretold-form.tsx'
import { BulkLook, type BulkTold } from '../bulk-enrollments.tsx'

const { bulkEnrollments } = lyceum.admin
const needs = 'enrollments:write'

/** Goes to the page that shows how far the job is, and the result of each row. */
function useToJob() {
  const router = useRouter()
  return ({ id }: { id: string | null }) => {
    if (id !== null) void router.navigate({ href: `/desk/bulk/${id}` })
  }
}

const shared = {
  to: bulkEnrollments.act,
  foretell: t('many.foretell'),
  act: (told: ActLook) => (told.changed > 0 ? t('many.act', told) : undefined),
  children: (told: ActLook) => <ActLooked of={told} />,
}

interface EnrollmentsChosen {
  chosen: readonly AdminEnrollment[]
}

const keysOf = (chosen: readonly AdminEnrollment[]) =>
  chosen.map(({ userId, courseId }) => ({ userId, courseId }))

export function EnrollmentActs({ chosen }: EnrollmentsChosen) {
  const then = useToJob()
  const enrollments = keysOf(chosen)
  return (
    <>
      <DialogButton label={t('enrollment.setEnd')} needs={needs} wide>
        {() => (
          <ForetoldForm
            {...{ ...shared, then }}
            input={{ act: 'set-end', enrollments }}
            fields={['endsAt']}
            // Nothing typed: it does not end.
            send={({ endsAt = null }, dryRun) =>
              bulkEnrollments.act.mutate({ act: 'set-end', enrollments, endsAt, dryRun })
            }
            without={['invitations', 'text']}
          />
        )}
      </DialogButton>
      <MessageLearners chosen={chosen} />
      <DialogButton label={t('many.end')} look="danger" needs={needs} wide>
        {() => (
          <ForetoldForm
            {...{ ...shared, then }}
            look="danger"
            above={<p className="text-muted">{t('enrollment.end.ask')}</p>}
            input={{ act: 'end', enrollments }}
            without={['invitations', 'endsAt', 'text']}
          />
        )}
      </DialogButton>
    </>
  )
}

/** Tells one or many learners something in their courses, and by mail. */
export function MessageLearners({ chosen }: EnrollmentsChosen) {
  const then = useToJob()
  return (
    <DialogButton label={t('many.message')} needs={needs} wide>
      {() => (
        <ForetoldForm
          {...{ ...shared, then }}
          input={{ act: 'message', enrollments: keysOf(chosen) }}
          fields={['text']}
          looks={{ text: 'long!' }}
          labels={{ text: 'announcement' }}
          without={['invitations', 'endsAt']}
        />
      )}
    </DialogButton>
  )
}

export function InvitationActs({ chosen }: { chosen: readonly Invitation[] }) {
  const then = useToJob()
  return (
    <DialogButton label={t('invitations.resend')} needs={needs} wide>
      {() => (
        <ForetoldForm
          {...{ ...shared, then }}
          input={{ act: 'resend', invitations: chosen.map(({ id }) => id) }}
          without={['enrollments', 'endsAt', 'text']}
        />
      )}
    </DialogButton>
  )
}

export function UserActs({ chosen }: { chosen: readonly UserSummary[] }) {
  const then = useToJob()
  const rows = chosen.map(({ email, name }) => ({ email, name }))
  return (
    <DialogButton label={t('many.enroll')} needs={needs} wide>
      {() => (
        <ForetoldForm
          to={bulkEnrollments.create}
          input={{ rows }}
          fields={['course', 'waive']}
          without={['timeZone']}
          foretell={t('many.foretell')}
          act={(told: BulkTold) => ('id' in told ? undefined : t('bulk.start', told))}
          send={(input, dryRun): Promise<BulkTold> =>
            bulkEnrollments[dryRun ? 'dryRun' : 'create'].mutate(input)
          }
          then={(told) => 'id' in told && then(told)}
        >
          {(told: BulkTold) => 'rows' in told && <BulkLook of={told} />}
        </ForetoldForm>
      )}
    </DialogButton>
  )
}
