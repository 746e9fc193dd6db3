import type { CertificateDesignInput } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { DrawnCertificate, useTypingPause } from '../../ui/data/drawn-certificate.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { readFields } from '../../ui/forms/fields.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { valuesIn } from '../../ui/forms/form.tsx'
import { useLeaveGuard } from '../../ui/forms/leave-guard.ts'
import { FieldList } from '../../ui/forms/list-editor.tsx'
import { ColorField } from '../../ui/forms/more-fields.tsx'
import { inputOf, useKinds } from '../../ui/forms/operation.ts'
import type { OwnFieldProps } from '../../ui/forms/own-field.ts'
import { fieldsOf, partOf } from '../../ui/inputs/inputs.ts'
import { type FieldName, nameOf } from '../../ui/names.ts'
import { printedPage, printedPicture } from '../files/file-field.tsx'
import { useCourse } from './course.ts'

type Signature = NonNullable<CertificateDesignInput['signatures']>[number]

interface CertificateFormProps {
  submit: string
  done: string
  className: string
  isDisabled: boolean
  onSave: (changes: CertificateDesignInput) => Promise<void>
}

const to = partOf(lyceum.authoring.update, 'certificate')
const names = [
  'issuer',
  'heading',
  'beforeName',
  'beforeCourse',
  'distinction',
  'distinctionFrom',
  'paper',
  'orientation',
  'color',
  'accent',
  'logo',
  'logoFile',
  'seal',
  'sealFile',
  'background',
  'backgroundFile',
  'template',
  'templateFile',
  'lines',
] as const

const color = {
  Field: ({ name, value }: OwnFieldProps) => <ColorField name={name as FieldName} of={value} />,
}

/** Edits how the certificates of a course look. */
export function CertificateForm({ onSave, ...form }: CertificateFormProps) {
  const { certificate } = useCourse()
  const [unsaved, setUnsaved] = useState<readonly Signature[]>()
  const [tried, setTried] = useState<CertificateDesignInput>()
  useLeaveGuard({ isUnsaved: () => unsaved !== undefined, question: t('form.leave') })
  const looks = {
    color,
    accent: color,
    lines: 'lines',
    logo: choicesOf('logo', certificate?.logo),
    logoFile: printedPicture,
    seal: choicesOf('seal', certificate?.seal),
    sealFile: printedPicture,
    background: choicesOf('background', certificate?.background),
    backgroundFile: printedPicture,
    template: choicesOf('template', certificate?.template),
    templateFile: printedPage,
  } as const
  const signatures = unsaved && { signatures: [...unsaved] }

  const taken = fieldsOf(to)
  const kinds = useKinds(names, taken, looks)
  /** Reads what is typed, and not saved yet. */
  function read(element: HTMLFormElement | null): CertificateDesignInput {
    if (element === null) return {}
    const typed = readFields(valuesIn(element), kinds)
    return { ...inputOf(typed, taken, true), ...signatures }
  }

  const hear = useTypingPause((form) => tried && setTried(read(form)))

  return (
    <div className={tried && 'grid items-start gap-8 xl:grid-cols-2'}>
      <div>
        <div onInput={hear}>
          <FieldsForm
            // What was saved is shown as it was stored.
            key={JSON.stringify(certificate)}
            {...form}
            to={to}
            of={certificate}
            fields={names}
            looks={looks}
            without={['signatures']}
            send={onSave}
            actions={
              <Button onClick={({ currentTarget }) => setTried(read(currentTarget.form))}>
                {t('certificate.see')}
              </Button>
            }
          />
        </div>
        <div className="mt-8 flex max-w-2xl flex-col gap-3">
          <SignatureList
            signatures={unsaved ?? certificate?.signatures ?? []}
            onChange={setUnsaved}
          />
          {signatures && (
            <ActionButton
              name="signatureEditor.save"
              look="primary"
              run={() => onSave(signatures).then(() => setUnsaved(undefined))}
            />
          )}
        </div>
      </div>
      {tried && <CertificatePicture certificate={{ ...tried, ...signatures }} />}
    </div>
  )
}

/** Returns the choices for a picture; its own only if there is one. */
function choicesOf(
  name: 'logo' | 'seal' | 'background' | 'template',
  own: string | null | undefined,
) {
  return {
    '': nameOf('', name),
    ...(own === 'picture' && { picture: nameOf('picture', name) }),
    ...(own === 'own' && { own: nameOf('own', name) }),
    none: t('certificate.noLogo'),
  }
}

/** Shows the certificate as it would be printed, with a grade and an end to try. */
function CertificatePicture({ certificate }: { certificate: CertificateDesignInput }) {
  const { courseId } = useCourse()
  const [tried, setTried] = useState<{ grade?: number; lastDay?: string }>({})
  const hear = useTypingPause((form) => {
    const { triedGrade = '', triedLastDay = '' } = valuesIn(form)
    setTried({
      ...(triedGrade !== '' && { grade: Number(triedGrade) }),
      ...(triedLastDay !== '' && { lastDay: triedLastDay }),
    })
  })
  return (
    <div className="flex flex-col gap-4 xl:sticky xl:top-4">
      <DrawnCertificate
        of={[courseId, certificate, tried]}
        draw={() => lyceum.authoring.certificatePreview.mutate({ courseId, certificate, ...tried })}
        alt={t('certificate.picture')}
        className="h-auto w-full border border-line"
      />
      <form
        className="grid gap-4 sm:grid-cols-2"
        onInput={hear}
        onSubmit={(e) => e.preventDefault()}
      >
        <TextField
          name="triedGrade"
          label={t('certificate.triedGrade')}
          kind="number"
          min={0}
          max={100}
          step="any"
        />
        <TextField name="triedLastDay" label={t('certificate.triedLastDay')} kind="date" />
      </form>
    </div>
  )
}

const kinds = { name: 'text!', title: 'text!', imageFile: printedPicture } as const

interface SignatureListProps {
  signatures: readonly Signature[]
  onChange: (signatures: readonly Signature[]) => void
}

function SignatureList({ signatures, onChange }: SignatureListProps) {
  return (
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
      onChange={onChange}
    />
  )
}
