import { listedJobStatus } from '@lyceum/sdk/values'
import { lyceum } from '../lyceum.ts'
import { Facts } from '../ui/bits.tsx'
import { ActionButton } from '../ui/button.tsx'
import { listPage } from '../ui/data/pages.tsx'
import { Code, Status } from '../ui/data/parts.tsx'
import { showInstant } from '../ui/format.ts'

const { jobs } = lyceum.admin

export const JobsPage = listPage({
  title: 'jobs',
  list: jobs.list,
  input: { status: 'failed' },
  filters: { status: listedJobStatus },
  more: ({ failure, subjects, startedAt, endedAt }) => ({
    reason: failure ?? undefined,
    about: <Facts facts={subjects} />,
    tried: startedAt && showInstant(startedAt),
    ended: endedAt && showInstant(endedAt),
  }),
  buttons: ({ id: jobId, status }, close) =>
    status === 'failed' && (
      <ActionButton name="jobs.retry" run={() => jobs.retry.mutate({ jobId }).then(close)} />
    ),
  columns: {
    kind: ({ kind }) => <Code>{kind}</Code>,
    status: ({ status }) => <Status of={status} />,
    attempts: ({ attempts }) => attempts,
    created: ({ createdAt }) => showInstant(createdAt),
    nextTry: ({ dueAt }) => showInstant(dueAt),
  },
})
