import { use, useState } from 'react'
import { findText, t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { type FieldName, titleOf } from '../names.ts'
import { FileField, KnownOfFields, TextField, useKnown } from './controls.tsx'

interface OwnFieldProps<Value> {
  /** The API's name; its texts are `field.NAME` and `field.NAME.hint`. */
  name: FieldName
  of: Value | null | undefined
}

const textsOf = (name: FieldName) => ({
  label: titleOf(name),
  hint: findText(`field.${name}.hint`),
})

/** A list of lines, which may hold commas: one in each line. `linesIn` reads them. */
export function LinesField({ name, of }: OwnFieldProps<readonly string[]>) {
  const known = use(KnownOfFields)
  return (
    // The usual check would take commas for the ends of lines.
    <KnownOfFields value={{ ...known, checks: {} }}>
      <TextField {...textsOf(name)} name={name} rows={4} defaultValue={of?.join('\n') ?? ''} />
    </KnownOfFields>
  )
}

/** Reads the lines that were typed; null for none. */
export function linesIn(text = ''): string[] | null {
  const lines = text.split('\n').map((line) => line.trim())
  const written = lines.filter((line) => line !== '')
  return written.length === 0 ? null : written
}

/**
 * A color as text, such as #1a2b45, with the picker of the browser beside it, which shows what
 * holds `otherwise`.
 */
export function ColorField({
  name,
  of,
  otherwise,
}: OwnFieldProps<string> & { otherwise?: string | undefined }) {
  const [color, setColor] = useState(of ?? '')
  const { label, hint } = textsOf(name)
  const isColor = /^#[\da-f]{6}$/i.test(color)
  return (
    <div className="flex items-start gap-3">
      <div className="flex-1">
        <TextField {...{ name, label, hint }} value={color} onChange={setColor} dir="ltr" />
      </div>
      <input
        type="color"
        aria-label={t('color.choose', { name: label })}
        className="mt-6 h-10 w-14 shrink-0 cursor-pointer rounded-lg border border-field bg-paper p-1"
        value={isColor ? color.toLowerCase() : (otherwise ?? '#808080')}
        onChange={({ target }) => setColor(target.value)}
      />
    </div>
  )
}

interface PictureFieldProps extends OwnFieldProps<string> {
  /** Called with a `data:` URL once a picture was chosen; null once it was taken out. */
  onChange: (picture: string | null) => void
}

/** A picture (PNG or SVG) as it is now, and another one to choose. */
export function PictureField({ name, of, onChange }: PictureFieldProps) {
  const { text } = useKnown(name)
  return (
    <div className="flex flex-col items-start gap-3">
      {of && (
        <img
          src={of}
          alt={titleOf(name)}
          className="max-h-28 max-w-full rounded-lg border border-line bg-white p-3"
        />
      )}
      <div className="w-full">
        <FileField
          {...textsOf(name)}
          key={of?.length}
          accept="image/png,image/svg+xml"
          aria-invalid={text !== undefined}
          onChange={async ({ target }) => {
            const file = target.files?.[0]
            if (file) onChange(await dataUrlOf(file))
          }}
        />
      </div>
      {of && (
        <Button look="quiet" onClick={() => onChange(null)}>
          {t('picture.remove')}
        </Button>
      )}
    </div>
  )
}

function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
