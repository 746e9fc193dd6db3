import { createDocuments } from '../documents/documents.ts'
import type { PrintedDocument } from '../documents/printed-document.ts'
import { type BodyFont, loadBodyFont } from '../fonts/body-font.ts'
import {
  type PrinterLimits,
  type PrinterOptions,
  type PrinterStatus,
  PrinterUnavailable,
} from '../types.ts'
import { type BrowserCandidate, browserCandidates } from './browser-candidates.ts'
import type { LaunchOptions } from './launch.ts'
import { BrowserKilled } from './print-page.ts'
import { type PrintingBrowser, startPrintingBrowser } from './printing-browser.ts'
import { assertPrinted, probeContent } from './probe.ts'
import { openRuntimeFolder, type RuntimeFolder, removeAbandonedProfiles } from './runtime-folder.ts'
import { sandboxLevels } from './sandbox.ts'
import { unpackFonts } from './unpack.ts'

/** A browser, and a way to start it, proven to print certificates on this machine. */
export type ProvenBrowser = Awaited<ReturnType<typeof discoverBrowser>>['proven']

/**
 * Tries every browser at every level of isolation, safest first, until one prints the probe; that
 * one is still running. Rejects with PrinterUnavailable, and with BrowserKilled if that tells
 * nothing about this machine.
 */
export async function discoverBrowser(options: PrinterOptions, limits: PrinterLimits) {
  const folder = await openRuntimeFolder(options.workDir, options.log)
  try {
    await removeAbandonedProfiles(folder.path)
    return await tryAll(options, limits, folder)
  } catch (error) {
    await folder.release()
    if (error instanceof PrinterUnavailable || error instanceof BrowserKilled) throw error
    throw new PrinterUnavailable(`Certificates cannot be printed: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

async function tryAll(options: PrinterOptions, limits: PrinterLimits, folder: RuntimeFolder) {
  const fontsPath = await unpackFonts(folder.path)
  const font = await loadBodyFont()
  const printed = await createDocuments().certificate(probeContent)
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
      const running = await prove(launch, { font, printed }, limits).catch((error: unknown) =>
        noteFailure(`${candidate.label}, ${level.description}`, error),
      )
      if (running === undefined) continue

      const status = describe(candidate, launch, running, failures)
      options.log[failures.length === 0 ? 'info' : 'warn'](status, 'certificates can be printed')
      return {
        proven: {
          status,
          start: () => startPrintingBrowser(launch, font, printed.template, limits),
          /** Removes the files that were made only for this process. */
          release: folder.release,
        },
        running,
      }
    }
  }
  throw new PrinterUnavailable(explain(failures, options))

  function noteFailure(what: string, error: unknown): undefined {
    if (error instanceof BrowserKilled) throw error
    failures.push(`${what}: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function prove(
  launch: LaunchOptions,
  { font, printed }: { font: BodyFont; printed: PrintedDocument },
  limits: PrinterLimits,
): Promise<PrintingBrowser> {
  const running = await startPrintingBrowser(launch, font, printed.template, limits)
  try {
    assertPrinted(await running.print(printed), printed.texts)
    return running
  } catch (error) {
    await running.close()
    throw running.wasKilled() ? new BrowserKilled(error) : error
  }
}

function describe(
  candidate: BrowserCandidate,
  launch: LaunchOptions,
  running: PrintingBrowser,
  failures: readonly string[],
): PrinterStatus {
  const passedOver = failures.length === 0 ? '' : ` Passed over: ${failures.join('; ')}.`
  return {
    available: true,
    detail: `${running.version} from ${candidate.source}; ${launch.level.description}.${passedOver}`,
    browser: {
      path: launch.program.path,
      source: candidate.source,
      version: running.version,
    },
    sandbox: launch.level.description,
  }
}

function explain(
  failures: readonly string[],
  { chromiumPath, allowNoSandbox }: PrinterOptions,
): string {
  const ways = [
    chromiumPath === undefined
      ? 'install Chromium (Debian: apt-get install chromium-headless-shell), ' +
        'or set CHROMIUM_PATH to one'
      : 'correct CHROMIUM_PATH, or leave it unset to use the browser that comes with Lyceum',
    'let the browser build its sandbox (in a container: allow user namespaces and chroot in them, ' +
      'for instance with --security-opt seccomp=deploy/seccomp.json; util-linux provides unshare ' +
      'and setpriv)',
    ...(allowNoSandbox === true
      ? []
      : ['or, where the container itself is the sandbox, set CHROMIUM_NO_SANDBOX=true']),
  ]
  return (
    `No browser can print certificates here. Tried: ${failures.join('; ')}. ` +
    `To fix this: ${ways.join('; ')}.`
  )
}
