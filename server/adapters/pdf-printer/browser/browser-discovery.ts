import { toPrinted } from '../documents/printed-certificate.ts'
import type { PrintedDocument } from '../documents/printed-document.ts'
import { type BodyFont, loadBodyFont } from '../fonts/fonts.ts'
import {
  type CertificateContent,
  type RendererLimits,
  type RendererOptions,
  type RendererStatus,
  RendererUnavailable,
} from '../types.ts'
import { type BrowserCandidate, browserCandidates } from './browser-candidates.ts'
import { type Press, startPress } from './browser-pool.ts'
import type { LaunchOptions } from './launch.ts'
import { BrowserKilled } from './print-page.ts'
import { assertPrinted } from './probe.ts'
import { openRuntimeFolder, type RuntimeFolder, removeAbandonedProfiles } from './runtime-folder.ts'
import { sandboxLevels } from './sandbox.ts'
import { unpackFonts } from './unpack.ts'

/** A browser, and a way to start it, that are proven to print certificates on this machine. */
export interface Installation {
  status: RendererStatus
  start(): Promise<Press>
  /** Removes what was made for this process alone. */
  release(): Promise<void>
}

const probe: CertificateContent = {
  learnerName: 'Ada Lovelace Ørsted Ωμέγα Юлия Nguyễn',
  courseTitle: 'Probe',
  completedAt: new Date('2026-01-31'),
  issuedAt: new Date('2026-01-31'),
  code: 'PR0B-E000-0000-0000-0',
  verifyUrl: 'https://example.org/verify/PR0B-E000-0000-0000-0',
  qrText: 'https://example.org/verify/PR0B-E000-0000-0000-0',
  issuer: 'Lyceum',
  minutes: 90,
  language: 'en',
}

/**
 * Tries every browser at every level, safest first, until one prints the probe. The press that did
 * so is still running. Rejects with RendererUnavailable, and with BrowserKilled when that says
 * nothing about this machine.
 */
export async function findInstallation(
  options: RendererOptions,
  limits: RendererLimits,
): Promise<{ installation: Installation; press: Press }> {
  const folder = await openRuntimeFolder(options.workDir, options.log)
  try {
    await removeAbandonedProfiles(folder.path)
    return await tryAll(options, limits, folder)
  } catch (error) {
    await folder.release()
    if (error instanceof RendererUnavailable || error instanceof BrowserKilled) throw error
    throw new RendererUnavailable(`Certificates cannot be printed: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

async function tryAll(options: RendererOptions, limits: RendererLimits, folder: RuntimeFolder) {
  const fontsPath = await unpackFonts(folder.path)
  const font = await loadBodyFont()
  const printed = await toPrinted(probe, options.branding)
  const failures: string[] = []

  for (const candidate of await browserCandidates(options.chromiumPath, folder.path)) {
    const program = await candidate
      .prepare()
      .catch((error: unknown) => noteFailure(candidate.label, error))
    if (program === undefined) continue

    for (const level of sandboxLevels({
      allowNoSandbox: options.allowNoSandbox ?? false,
    })) {
      const launch = { program, level, folder: folder.path, fontsPath }
      const press = await proveIt(launch, { font, printed }, limits).catch((error: unknown) =>
        noteFailure(`${candidate.label}, ${level.description}`, error),
      )
      if (press === undefined) continue

      const status = describe(candidate, launch, press, failures)
      options.log[failures.length === 0 ? 'info' : 'warn'](status, 'certificates can be printed')
      return {
        installation: {
          status,
          start: () => startPress(launch, font, printed.paper, limits),
          release: folder.release,
        },
        press,
      }
    }
  }
  throw new RendererUnavailable(explain(failures, options))

  function noteFailure(what: string, error: unknown): undefined {
    if (error instanceof BrowserKilled) throw error
    failures.push(`${what}: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function proveIt(
  launch: LaunchOptions,
  { font, printed }: { font: BodyFont; printed: PrintedDocument },
  limits: RendererLimits,
): Promise<Press> {
  const press = await startPress(launch, font, printed.paper, limits)
  try {
    assertPrinted(await press.print(printed), printed.texts)
    return press
  } catch (error) {
    await press.close()
    throw press.wasKilled() ? new BrowserKilled(error) : error
  }
}

function describe(
  candidate: BrowserCandidate,
  launch: LaunchOptions,
  press: Press,
  failures: readonly string[],
): RendererStatus {
  const passedOver = failures.length === 0 ? '' : ` Passed over: ${failures.join('; ')}.`
  return {
    available: true,
    detail: `${press.version} from ${candidate.source}; ${launch.level.description}.${passedOver}`,
    browser: {
      path: launch.program.path,
      source: candidate.source,
      version: press.version,
    },
    sandbox: launch.level.description,
  }
}

function explain(
  failures: readonly string[],
  { chromiumPath, allowNoSandbox }: RendererOptions,
): string {
  const ways = [
    chromiumPath === undefined
      ? 'install Chromium (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to one'
      : 'correct CHROMIUM_PATH, or leave it unset to use the browser that comes with Lyceum',
    'let the browser build its sandbox (in a container: allow user namespaces, for instance with --security-opt seccomp=…; util-linux provides unshare and setpriv)',
    ...(allowNoSandbox === true
      ? []
      : ['or, where the container itself is the sandbox, set CHROMIUM_NO_SANDBOX=true']),
  ]
  return `No browser can print certificates here. Tried: ${failures.join('; ')}. To mend it: ${ways.join('; ')}.`
}
