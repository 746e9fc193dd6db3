import type { CertificateDesignInput } from '@lyceum/sdk'
import { logo } from '@lyceum/sdk/values'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/button.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { partOf } from '../../ui/forms/inputs.ts'
import { useLeaveGuard } from '../../ui/forms/leave-guard.ts'
import { FieldList } from '../../ui/forms/list-editor.tsx'
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
        looks={{ logo: logos, logoFile: printedPicture }}
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

interface SignatureListProps extends Pick<CertificateFormProps, 'onSave'> {
  stored: readonly (Signature & { hasImage: boolean })[]
}

function SignatureList({ stored, onSave }: SignatureListProps) {
  const [signatures, setSignatures] = useState<readonly Signature[]>(stored)
  const isChanged = signatures !== stored
  useLeaveGuard({ isUnsaved: () => isChanged, question: t('form.leave') })
  return (
    <div className="mt-8 flex max-w-2xl flex-col gap-3">
      <FieldList<Signature, typeof kinds>
        name="signatureEditor.signature"
        items={signatures}
        newItem={signatures.length < 3 ? () => ({ name: '', title: '' }) : undefined}
        kinds={kinds}
        labels={{ title: 'signerTitle' }}
        to={({ imageFile, ...signer }, before) => ({
          ...before,
          ...signer,
          ...(imageFile !== null && { imageFile }),
        })}
        className="flex flex-col gap-4"
        onChange={setSignatures}
      />
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

const kinds = { name: 'text!', title: 'text!', imageFile: printedPicture } as const
