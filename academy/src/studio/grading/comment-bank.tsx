import { useMutation } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, Button, IconButton } from '../../ui/button.tsx'
import { useList } from '../../ui/data/list.tsx'
import { TrashIcon } from '../../ui/icons.tsx'

interface CommentBankProps {
  /** What is typed at the moment. */
  text: string
  onUse: (text: string) => void
}

/** The grader's own comments, for one click. */
export function CommentBank({ text, onUse }: CommentBankProps) {
  const { data = [] } = useList(lyceum.submissions.comments, { limit: 100 })
  const removing = useMutation({
    mutationFn: (commentId: string) => lyceum.submissions.removeComment.mutate({ commentId }),
  })
  const isNew = text !== '' && text.length <= 2_000 && !data.some((one) => one.text === text)
  return (
    <details>
      <summary className="text-sm font-medium">{t('ownComments', { count: data.length })}</summary>
      <ul className="mt-2 flex flex-col gap-1">
        {data.map(({ id, text: kept }) => (
          <li key={id} className="flex items-start">
            <Button
              look="quiet"
              className="min-w-0 flex-1 justify-start! text-start break-words"
              onClick={() => onUse(kept)}
            >
              <bdi>{kept}</bdi>
            </Button>
            <IconButton
              label={t('ownComments.remove', { name: kept })}
              onClick={() => removing.mutate(id)}
            >
              <TrashIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      {isNew ? (
        <ActionButton
          name="ownComments.keep"
          run={() => lyceum.submissions.addComment.mutate({ text })}
        />
      ) : (
        data.length === 0 && <p className="text-sm text-muted">{t('ownComments.none')}</p>
      )}
    </details>
  )
}
