import { jobKind, listedJobStatus } from '@lyceum/sdk/staff-values'
import { lyceum } from '../lyceum.ts'
import { ActionButton } from '../ui/button.tsx'
import { listPage } from '../ui/data/pages.tsx'
import { Status } from '../ui/data/parts.tsx'
import { Recorded } from '../ui/data/records.tsx'
import { showInstant } from '../ui/format.ts'
import { nameOf } from '../ui/names.ts'

const { jobs } = lyceum.admin

export const JobsPage = listPage({
  title: 'jobs',
  list: jobs.list,
  input: { status: 'failed' },
  filters: { status: listedJobStatus, kind: jobKind },
  more: ({ failure, subjects, names, startedAt, endedAt }) => ({
    reason: failure ?? undefined,
    about: <Recorded details={subjects} names={names} />,
    tried: startedAt && showInstant(startedAt),
    ended: endedAt && showInstant(endedAt),
  }),
  buttons: ({ id: jobId, status }, close) =>
    status === 'failed' && (
      <ActionButton name="jobs.retry" run={() => jobs.retry.mutate({ jobId }).then(close)} />
    ),
  columns: {
    kind: ({ kind, subjects, names }) => (
      <>
        {nameOf(kind, 'kind')}
        <Recorded details={subjects} names={names} isBrief />
      </>
    ),
    status: ({ status }) => <Status of={status} />,
    attempts: ({ attempts }) => attempts,
    created: ({ createdAt }) => showInstant(createdAt),
    nextTry: ({ dueAt }) => showInstant(dueAt),
  },
})
