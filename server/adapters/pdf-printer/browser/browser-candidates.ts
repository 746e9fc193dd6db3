import { access, constants } from 'node:fs/promises'
import type { BrowserSource } from '../types.ts'
import type { Program } from './launch.ts'
import { unpackChromium } from './unpack.ts'

/** A browser that may be on this machine. */
export interface BrowserCandidate {
  source: BrowserSource
  /** Label for people, known before the browser is. */
  label: string
  /** Prepares it to start. Rejects with a reason for people. */
  prepare(): Promise<Program>
}

const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/lib/chromium/chromium',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the browsers to try, in order. A path from the operator excludes all others. */
export async function browserCandidates(
  chromiumPath: string | undefined,
  folder: string,
): Promise<BrowserCandidate[]> {
  if (chromiumPath !== undefined) return [useInstalled('CHROMIUM_PATH', chromiumPath)]

  return [
    {
      source: '@sparticuz/chromium',
      label: '@sparticuz/chromium',
      prepare: () => unpackChromium(folder),
    },
    ...(await useSystem()),
  ]
}

async function useSystem(): Promise<BrowserCandidate[]> {
  const found = await Promise.all(systemPaths.map(isProgram))
  const installed = systemPaths.filter((_, index) => found[index])
  if (installed.length > 0) return installed.map((path) => useInstalled('system', path))

  const none = `none of ${systemPaths.join(', ')}`
  return [
    {
      source: 'system',
      label: 'system',
      prepare: () => Promise.reject(new Error(none)),
    },
  ]
}

function useInstalled(source: BrowserSource, path: string): BrowserCandidate {
  async function prepare(): Promise<Program> {
    if (!(await isProgram(path))) throw new Error('no such program')
    return { path }
  }
  return { source, label: `${source} ${path}`, prepare }
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
