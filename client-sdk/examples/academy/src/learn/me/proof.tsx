import { type MutationOperation, mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, CurrentPasswordField } from '../auth/fields.tsx'

/** Proof that it is the reader: the password, or a code for those who have none. */
export function Proof({ requestCode }: { requestCode: MutationOperation<[], unknown> }) {
  const request = useMutation({
    ...mutationOptions(requestCode),
    meta: { done: t('code.sent'), changesNothingElse: true },
  })
  if (request.isSuccess) return <CodeField />
  return (
    <div>
      <CurrentPasswordField name="password" />
      <Button
        look="quiet"
        className="mt-1"
        isPending={request.isPending}
        onClick={() => request.mutate()}
      >
        {t('code.insteadOfPassword')}
      </Button>
    </div>
  )
}
