import type { SchoolSettings } from '@lyceum/sdk'
import { schoolSetting } from '@lyceum/sdk/staff-values'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { Proof, proofOf } from '../../session/fields.tsx'
import { t } from '../../texts/texts.ts'
import { DownloadButton } from '../../ui/data/download-button.tsx'
import { FactList } from '../../ui/data/parts.tsx'
import { errorClass, FileField } from '../../ui/forms/controls.tsx'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { titleOf } from '../../ui/names.ts'
import { type Editing, saved, variableOf } from './settings.tsx'

/** Saves all that the desk keeps as a file, and takes such a file. */
export function SettingsFile({ settings, isOpen }: Editing) {
  const kept = schoolSetting.filter((name) => isOpen(name) && settings[name] !== null)
  const content = Object.fromEntries(kept.map((name) => [name, settings[name]]))
  const read = async () =>
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
  return (
    <>
      <DownloadButton label={t('settings.export')} name="lyceum-settings.json" read={read} />
      <DialogButton label={t('settings.import')}>
        {(close) => <TakeOver {...{ settings, isOpen, close }} />}
      </DialogButton>
    </>
  )
}

type Content = Partial<SchoolSettings>

/** Shows what a file would change, and changes it. */
function TakeOver({ settings, isOpen, close }: Editing & { close: () => void }) {
  const [content, setContent] = useState<Content | null>()
  const differing = schoolSetting.filter(
    (name) => content && JSON.stringify(content[name] ?? null) !== JSON.stringify(settings[name]),
  )
  const changed = differing.filter(isOpen)
  const fixed = differing.filter((name) => !isOpen(name) && content?.[name] !== undefined)
  const changes = Object.fromEntries(changed.map((name) => [name, content?.[name] ?? null]))
  return (
    <div className="flex flex-col gap-4">
      <FileField
        label={titleOf('file')}
        accept=".json"
        onChange={async ({ target }) => setContent(await contentOf(target.files?.[0]))}
      />
      {content === null && (
        <p role="alert" className={errorClass}>
          {t('settings.import.noFile')}
        </p>
      )}
      {content && (
        <FactList
          of={{
            changes: changed.map(titleOf).join(', ') || t('settings.import.same'),
            ...(fixed.length > 0 && { fixedSettings: fixed.map(variableOf).join(', ') }),
          }}
        />
      )}
      {changed.length > 0 && (
        <Form
          submit={t('settings.import')}
          done={t('saved')}
          onSubmit={async (typed) => {
            const { revision } = settings
            const input = { revision, ...changes, ...proofOf(typed) }
            await saved(lyceum.admin.settings.updateAny.mutate(input))
            close()
          }}
        >
          <Proof />
        </Form>
      )}
    </div>
  )
}

/** Returns null for a file that holds something else. */
async function contentOf(file: File | undefined): Promise<Content | null | undefined> {
  try {
    const content = file && JSON.parse(await file.text())
    const names = content && Object.keys(content)
    return names?.every((one: string) => schoolSetting.some((name) => name === one))
      ? content
      : null
  } catch {
    return null
  }
}
