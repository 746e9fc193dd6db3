import type { CertificateDesignInput } from '@lyceum/sdk'
import { logo } from '@lyceum/sdk/values'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Fields, LiveFields, readFields } from '../../ui/forms/fields.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { partOf } from '../../ui/forms/inputs.ts'
import { useLeaveGuard } from '../../ui/forms/leave-guard.ts'
import { ListEditor } from '../../ui/forms/list-editor.tsx'
import { ColorField } from '../../ui/forms/more-fields.tsx'
import type { OwnFieldProps } from '../../ui/forms/own-field.ts'
import type { FieldName } from '../../ui/names.ts'
import { printedPicture } from '../files/file-field.tsx'
import { useCourse } from './course.ts'

type Signature = NonNullable<CertificateDesignInput['signatures']>[number]

interface CertificateFormProps {
  submit: string
  done: string
  className: string
  onSave: (changes: CertificateDesignInput) => Promise<void>
}

/** Edits how the certificates of a course look. */
export function CertificateForm({ onSave, ...form }: CertificateFormProps) {
  const { certificate } = useCourse()
  const logos = logo.filter((one) => one === 'none' || certificate?.logo === one)
  return (
    <>
      <FieldsForm
        // What was saved is shown as it was stored.
        key={JSON.stringify(certificate)}
        {...form}
        to={partOf(lyceum.authoring.update, 'certificate')}
        of={certificate}
        fields={['issuer', 'color', 'accent', 'logo', 'logoFile']}
        looks={{ color, accent: color, logo: logos, logoFile: printedPicture }}
        without={['signatures', 'lines']}
        send={onSave}
      />
      <SignatureList
        key={JSON.stringify(certificate?.signatures)}
        stored={certificate?.signatures ?? []}
        onSave={onSave}
      />
    </>
  )
}

const color = {
  Field: ({ name, value }: OwnFieldProps) => <ColorField name={name as FieldName} of={value} />,
}

const kinds = { name: 'text!', title: 'text!', imageFile: printedPicture } as const
const labels = { title: 'signerTitle' } as const

interface SignatureListProps extends Pick<CertificateFormProps, 'onSave'> {
  stored: readonly (Signature & { hasImage: boolean })[]
}

function SignatureList({ stored, onSave }: SignatureListProps) {
  const [signatures, setSignatures] = useState<readonly Signature[]>(stored)
  const isChanged = signatures !== stored
  useLeaveGuard({ isUnsaved: () => isChanged, question: t('form.leave') })
  return (
    <div className="mt-8 flex max-w-2xl flex-col gap-3">
      <ListEditor<Signature>
        name="signatureEditor.signature"
        items={signatures}
        onChange={setSignatures}
        adding={(add) =>
          signatures.length < 3 && (
            <Form
              key={signatures.length}
              className="rounded-lg border border-line p-3"
              submit={t('signatureEditor.add')}
              look="normal"
              onSubmit={async (typed) => add(signatureIn(readFields(typed, kinds)))}
            >
              <Fields kinds={kinds} labels={labels} />
            </Form>
          )
        }
      >
        {(signature, set) => (
          <LiveFields
            {...{ kinds, labels }}
            of={signature}
            onChange={(changed) => set({ ...signature, ...signatureIn(changed) })}
          />
        )}
      </ListEditor>
      {isChanged && (
        <ActionButton
          name="signatureEditor.save"
          look="primary"
          run={() => onSave({ signatures: [...signatures] })}
        />
      )}
    </div>
  )
}

function signatureIn(typed: { name: string; title: string; imageFile: string | null }): Signature {
  const { name, title, imageFile } = typed
  return { name, title, ...(imageFile !== null && { imageFile }) }
}
