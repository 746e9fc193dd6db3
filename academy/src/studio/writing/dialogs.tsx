import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { SelectField, TextField } from '../../ui/forms/controls.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { linkTo, plainText, type Target } from './acts.ts'

interface LinkDialogProps {
  of: Target
  /** What can be linked to in this course: names by address. */
  targets: Readonly<Record<string, string>>
  /** Answers the link as Markdown; '' if nothing shall change. */
  onDone: (link: string) => void
}

const isPicture = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i

/** Asks for the text of a link and where it leads: to an address, or within the course. */
export function LinkDialog({ of, targets, onDone }: LinkDialogProps) {
  const [address, setAddress] = useState(of.address)
  return (
    <Dialog
      title={t(isPicture.test(of.address) ? 'write.file' : 'write.link')}
      onClose={() => onDone('')}
    >
      <Form
        submit={t('write.insert')}
        onSubmit={async ({ text = '' }) => {
          const place = address.trim()
          const shows = isPicture.test(place)
          onDone(linkTo(text.trim() || (shows ? '' : plainText(place)), place, shows))
        }}
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
            options={{ '': t('write.link.none'), ...targets }}
            value={address in targets ? address : ''}
            onChange={(chosen) => chosen !== '' && setAddress(chosen)}
          />
        )}
      </Form>
    </Dialog>
  )
}

interface DescribeDialogProps {
  pictures: readonly { name: string; address: string }[]
  onDone: (texts: string[]) => void
}

/** Asks what pictures show: read to those who do not see them. */
export function DescribeDialog({ pictures, onDone }: DescribeDialogProps) {
  return (
    <Dialog title={t('write.describe.title')} onClose={() => onDone([])}>
      <Form
        submit={t('write.insert')}
        onSubmit={async (typed) => onDone(pictures.map((_, at) => typed[at]?.trim() ?? ''))}
      >
        <p>{t('write.describe.text')}</p>
        {pictures.map(({ name, address }, at) => (
          <div key={address} className="flex items-end gap-3">
            <img src={address} alt="" className="size-16 rounded bg-panel object-cover" />
            <div className="min-w-0 flex-1">
              <TextField name={String(at)} label={name} />
            </div>
          </div>
        ))}
      </Form>
    </Dialog>
  )
}
