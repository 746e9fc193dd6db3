import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { Panel } from '../../ui/page.tsx'

/** Asks for the name that the certificate says; one that was guessed is replaced by it. */
export function ConfirmName({ field, text }: { field: 'name' | 'certificateName'; text: string }) {
  const me = useMe()
  const update = useMutation({
    ...mutationOptions(lyceum.me.update),
    meta: { done: t('saved'), showsErrors: true },
  })
  return (
    <Panel className="mb-6">
      <p className="mb-3">{text}</p>
      {me !== undefined && (
        <Form
          submit={t('save')}
          onSubmit={(values) => update.mutateAsync({ [field]: values[field] })}
        >
          <TextField
            name={field}
            label={t('done.name')}
            defaultValue={field === 'name' ? me.name : ''}
            autoComplete="name"
            isRequired
          />
        </Form>
      )}
    </Panel>
  )
}
