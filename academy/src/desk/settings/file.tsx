import type { SchoolSettings } from '@lyceum/sdk'
import { schoolSetting } from '@lyceum/sdk/values'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { DownloadButton } from '../../ui/data/download-button.tsx'
import { FactList } from '../../ui/data/parts.tsx'
import { errorClass, FileField } from '../../ui/forms/controls.tsx'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { DescribedForm } from '../../ui/forms/fields-form.tsx'
import { titleOf } from '../../ui/names.ts'
import { type Changes, type Editing, variableOf } from './settings.tsx'

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
  const [content, setContent] = useState<Content | 'unreadable'>()
  return (
    <div className="flex flex-col gap-4">
      <FileField
        label={titleOf('file')}
        accept=".json"
        onChange={async ({ target }) => setContent(await contentOf(target.files?.[0]))}
      />
      {content === 'unreadable' && (
        <p role="alert" className={errorClass}>
          {t('settings.import.noFile')}
        </p>
      )}
      {typeof content === 'object' && <Change {...{ settings, isOpen, close, content }} />}
    </div>
  )
}

interface ChangeProps extends Editing {
  content: Content
  close: () => void
}

function Change({ settings, isOpen, content, close }: ChangeProps) {
  const { revision } = settings
  const differing = schoolSetting.filter(
    (name) => JSON.stringify(content[name] ?? null) !== JSON.stringify(settings[name]),
  )
  const changed = differing.filter(isOpen)
  const fixed = differing.filter((name) => !isOpen(name) && content[name] !== undefined)
  const changes: Changes = Object.fromEntries(changed.map((name) => [name, content[name] ?? null]))
  const facts = {
    changes: changed.map(titleOf).join(', ') || t('settings.import.same'),
    ...(fixed.length > 0 && { fixedSettings: fixed.map(variableOf).join(', ') }),
  }
  if (changed.length === 0) return <FactList of={facts} />
  return (
    <DescribedForm
      submit={t('settings.import')}
      done={t('saved')}
      to={lyceum.admin.settings.updateAny as { mutate(input: object): Promise<SchoolSettings> }}
      input={{ revision, ...changes }}
      above={<FactList of={facts} />}
      send={async (input) => {
        const saved = await lyceum.admin.settings.updateAny.mutate({ revision, ...input })
        close()
        return saved
      }}
    />
  )
}

async function contentOf(file: File | undefined): Promise<Content | 'unreadable' | undefined> {
  if (file === undefined) return undefined
  try {
    const content: object = JSON.parse(await file.text())
    const isKnown = Object.keys(content).every((name) => schoolSetting.some((one) => one === name))
    return isKnown && !Array.isArray(content) ? content : 'unreadable'
  } catch {
    return 'unreadable'
  }
}
