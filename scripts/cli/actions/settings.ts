import { readFile, writeFile } from 'node:fs/promises'
import type { Deps } from '../../../server/context.ts'
import { importSettings } from '../../../server/features/platform/settings/change-settings.ts'
import { SettingsFile } from '../../../server/features/platform/settings/schema.ts'
import {
  exportSettings,
  getSettings,
} from '../../../server/features/platform/settings/show-settings.ts'
import { UsageError } from '../command-errors.ts'
import { type CommandResult, said } from '../output.ts'

export async function exportToFile(
  deps: Deps,
  { output }: { output?: string },
): Promise<CommandResult> {
  const settings = await exportSettings(deps)
  const text = `${JSON.stringify(settings, null, 2)}\n`
  if (output === undefined) return { json: settings, text }
  // An existing file is not overwritten.
  await writeFile(output, text, { flag: 'wx' })
  return said({ file: output }, `The settings are written to ${output}.`)
}

export async function importFromFile(deps: Deps, path: string): Promise<CommandResult> {
  const file = SettingsFile.safeParse(parsed(await readFile(path, 'utf8')))
  if (!file.success) throw new UsageError(`error: ${path} is no file of settings`)
  const { revision } = await getSettings(deps)
  const imported = await importSettings(deps, { revision, file: file.data })
  const names = imported.changed.join(', ')
  return said(imported, names === '' ? 'Nothing changes.' : `Changed: ${names}.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
