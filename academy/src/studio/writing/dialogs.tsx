import { useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { SelectField, TextField } from '../../ui/forms/controls.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import type { Target } from './acts.ts'

interface LinkDialogProps {
  of: Target
  /** What can be linked to in this course: names by address. */
  targets: Readonly<Record<string, string>>
  /** Answers undefined if nothing shall change. */
  onDone: (link: { text: string; address: string } | undefined) => void
}

/** Asks for the text of a link and where it leads: to an address, or within the course. */
export function LinkDialog({ of, targets, onDone }: LinkDialogProps) {
  const [address, setAddress] = useState(of.address)
  const options = { '': t('write.link.none'), ...targets }
  return (
    <Dialog title={t('write.link')} onClose={() => onDone(undefined)}>
      <Form
        submit={t('write.insert')}
        onSubmit={async ({ text = '' }) => onDone({ text: text.trim(), address: address.trim() })}
      >
        <TextField
          name="text"
          label={t('write.link.text')}
          hint={t('write.link.textHint')}
          defaultValue={of.text}
        />
        <TextField
          name="address"
          label={t('write.link.address')}
          isRequired
          value={address}
          onChange={setAddress}
        />
        {Object.keys(targets).length > 0 && (
          <SelectField
            label={t('write.link.inCourse')}
            options={options}
            value={address in targets ? address : ''}
            onChange={(chosen) => chosen !== '' && setAddress(chosen)}
          />
        )}
      </Form>
    </Dialog>
  )
}

export interface Described {
  name: string
  /** A picture that is there, or one that is on its way. */
  picture: string | File
}

interface DescribeDialogProps {
  pictures: readonly Described[]
  onDone: (texts: string[]) => void
}

/** Asks what pictures show: read to those who do not see them. */
export function DescribeDialog({ pictures, onDone }: DescribeDialogProps) {
  return (
    <Dialog title={t('write.describe.title')} onClose={() => onDone(pictures.map(() => ''))}>
      <Form
        submit={t('write.insert')}
        onSubmit={async (typed) =>
          onDone(pictures.map((_, at) => (typed[`alt${at}`] ?? '').trim()))
        }
      >
        <p>{t('write.describe.text')}</p>
        {pictures.map(({ name, picture }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order
          <div key={`${at} ${name}`} className="flex items-end gap-3">
            <Thumbnail of={picture} />
            <div className="min-w-0 flex-1">
              <TextField name={`alt${at}`} label={name} />
            </div>
          </div>
        ))}
      </Form>
    </Dialog>
  )
}

/** As `data:`: the policy of the pages allows no `blob:`. */
function Thumbnail({ of }: { of: string | File }) {
  const [address, setAddress] = useState(typeof of === 'string' ? of : undefined)
  useEffect(() => {
    if (typeof of === 'string') return
    const reader = new FileReader()
    reader.onload = () => setAddress(String(reader.result))
    reader.readAsDataURL(of)
    return () => reader.abort()
  }, [of])
  return <img src={address} alt="" className="size-16 rounded bg-panel object-cover" />
}
