import { lyceum } from '../../lyceum.ts'
import { NameField } from '../../session/fields.tsx'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Panel } from '../../ui/page.tsx'

/** Asks for the name that the certificate says; one that was guessed is replaced by it. */
export function ConfirmName({ field, text }: { field: 'name' | 'certificateName'; text: string }) {
  const me = useMe()
  return (
    <Panel className="mb-6">
      <p className="mb-3">{text}</p>
      {me !== undefined && (
        <Form
          submit={t('save')}
          done={t('saved')}
          to={lyceum.me.update}
          onSubmit={(named) => lyceum.me.update.mutate(named)}
        >
          <NameField
            name={field}
            label={t('done.name')}
            hint={undefined}
            defaultValue={field === 'name' ? me.name : ''}
          />
        </Form>
      )}
    </Panel>
  )
}
