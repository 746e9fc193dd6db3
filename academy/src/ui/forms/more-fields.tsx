import { type ReactNode, useState } from 'react'
import { findText, t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { type FieldName, titleOf } from '../names.ts'
import { FileField, TextField } from './controls.tsx'
import { ListEditor } from './list-editor.tsx'

interface MoreFieldProps<Value> {
  /** The API's name; its texts are `field.NAME` and `field.NAME.hint`. */
  name: FieldName
  of: Value | null | undefined
}

/** A field with an element of the name in the form, whose text `read` turns into the value. */
export interface MoreField<Value> {
  Field(props: MoreFieldProps<Value>): ReactNode
  read(text: string): Value | null
}

const textsOf = (name: FieldName) => ({
  label: titleOf(name),
  hint: findText(`field.${name}.hint`),
})

const textIn = (text: string) => text.trim() || null

/** Lines, which may hold commas: one in each line. */
export const lines: MoreField<string[]> = {
  Field: ({ name, of }) => (
    <TextField {...textsOf(name)} name={name} rows={4} defaultValue={of?.join('\n') ?? ''} />
  ),
  read: (text) => {
    const written = text.split('\n').flatMap((line) => textIn(line) ?? [])
    return written.length === 0 ? null : written
  },
}

/** A color as text, such as #1a2b45, with the picker of the browser, which shows `otherwise`. */
export const color: MoreField<string> = { Field: ColorField, read: textIn }

export function ColorField({
  name,
  of,
  otherwise,
}: MoreFieldProps<string> & { otherwise?: string | undefined }) {
  const [typed, setTyped] = useState(of ?? '')
  const { label, hint } = textsOf(name)
  return (
    <div className="flex items-start gap-3">
      <div className="flex-1">
        <TextField {...{ name, label, hint }} value={typed} onChange={setTyped} dir="ltr" />
      </div>
      <input
        type="color"
        aria-label={t('color.choose', { name: label })}
        className="mt-6 h-10 w-14 shrink-0 cursor-pointer rounded-lg border border-field bg-paper p-1"
        value={/^#[\da-f]{6}$/i.test(typed) ? typed.toLowerCase() : (otherwise ?? '#808080')}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  )
}

/** A picture (PNG or SVG) as a `data:` URL. */
export const picture: MoreField<string> = { Field: PictureField, read: textIn }

function PictureField({ name, of }: MoreFieldProps<string>) {
  const [chosen, setChosen] = useState(of ?? '')
  return (
    <div>
      <PictureChoice {...{ name }} of={chosen} onChange={setChosen} />
      <input type="hidden" name={name} value={chosen} />
    </div>
  )
}

interface PictureChoiceProps {
  name: FieldName
  /** '' for none. */
  of: string
  onChange: (picture: string) => void
}

/** The picture as it is now, and another one to choose. */
function PictureChoice({ name, of, onChange }: PictureChoiceProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      {of !== '' && (
        <img
          src={of}
          alt={titleOf(name)}
          className="max-h-28 max-w-full rounded-lg border border-line bg-white p-3"
        />
      )}
      <div className="w-full">
        <FileField
          {...textsOf(name)}
          key={of.length}
          name={name}
          accept="image/png,image/svg+xml"
          onChange={async ({ target }) => {
            const file = target.files?.[0]
            if (file) onChange(await dataUrlOf(file))
          }}
        />
      </div>
      {of !== '' && (
        <Button look="quiet" onClick={() => onChange('')}>
          {t('picture.remove')}
        </Button>
      )}
    </div>
  )
}

export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

interface Signature {
  name: string
  title: string
  image?: string | undefined
}

/** Who signs: names, titles, and pictures of their signatures. */
export const signatures: MoreField<Signature[]> = {
  Field: SignaturesField,
  read: (text) => (text === '[]' ? null : JSON.parse(text)),
}

function SignaturesField({ name, of }: MoreFieldProps<Signature[]>) {
  const [signers, setSigners] = useState<readonly Signature[]>(of ?? [])
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{titleOf(name)}</legend>
      <ListEditor
        name="certificateLook.signature"
        items={signers}
        newItem={(): Signature => ({ name: '', title: '' })}
        onChange={setSigners}
      >
        {(signer, change) => (
          <div className="flex flex-col gap-3">
            {(['name', 'title'] as const).map((part) => (
              <TextField
                key={part}
                label={titleOf(part === 'name' ? 'name' : 'signerTitle')}
                isRequired
                value={signer[part]}
                onChange={(typed) => change({ ...signer, [part]: typed })}
              />
            ))}
            <PictureChoice
              name="signatureImage"
              of={signer.image ?? ''}
              onChange={(image) => change({ ...signer, image: image || undefined })}
            />
          </div>
        )}
      </ListEditor>
      <input type="hidden" name={name} value={JSON.stringify(signers)} />
    </fieldset>
  )
}
