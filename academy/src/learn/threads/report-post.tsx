import { postReportReason } from '@lyceum/sdk/values'
import { useMutation } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'

/** Says what is wrong with a post: one click each. */
export function ReportPost({ threadId, postId }: { threadId: string; postId: string }) {
  return (
    <details>
      <summary className="px-2 py-2 text-sm text-muted">{t('threads.report')}</summary>
      <div className="flex flex-wrap gap-2">
        {postReportReason.map((reason) => (
          <ReasonButton key={reason} {...{ threadId, postId, reason }} />
        ))}
      </div>
    </details>
  )
}

function ReasonButton(report: Parameters<typeof lyceum.threads.report.mutate>[0]) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => lyceum.threads.report.mutate(report),
    meta: { done: t('threads.report.done') },
  })
  return (
    <Button isPending={isPending} onClick={() => mutate()}>
      {t(`threads.reason.${report.reason}`)}
    </Button>
  )
}
