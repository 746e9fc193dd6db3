import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer, { type Browser } from 'puppeteer-core'
import { withDeadline } from '../../../../lib/deadline.ts'
import { type BrowserProcess, startBrowserProcess } from './browser-process.ts'
import { createPipeTransport } from './pipe-transport.ts'
import { BrowserKilled } from './print-page.ts'
import { browserUser, type SandboxLevel } from './sandbox.ts'

/** A browser program, ready to be started. */
export interface Program {
  path: string
  /** Folder of the libraries that it needs in addition to the system's. */
  libraryPath?: string
}

export interface LaunchOptions {
  program: Program
  level: SandboxLevel
  /** Folder in which the profile is made. */
  folder: string
  /** Folder of the only fonts that the browser may see. */
  fontsPath: string
}

export type LaunchedBrowser = Awaited<ReturnType<typeof launchBrowser>>

/**
 * Lowers the priority, so that printing yields to concurrent requests. Set after the start, it
 * would miss the processes that the browser has started by then.
 */
const lowerPriority = ['nice', '-n', '5']

const startMs = 15_000
const closeMs = 3_000
const endedMs = 1_000

/**
 * Starts a browser over a pipe, with an environment and a profile of its own. Rejects with the
 * browser's own explanation.
 */
export async function launchBrowser({ program, level, folder, fontsPath }: LaunchOptions) {
  const profile = await makeProfile(folder, fontsPath)
  const args = await chromiumArguments(profile, level)
  const command = [...lowerPriority, ...level.wrapper, program.path, ...args]
  const running = startBrowserProcess(command, environment(profile, program))

  try {
    const connecting = puppeteer.connect({
      transport: createPipeTransport(running.toBrowser, running.fromBrowser),
      // Leaves each deadline to its caller: a shorter one here would end a document that is too heavy
      // as a failure of the browser.
      protocolTimeout: 0,
    })
    // Sets a deadline: Puppeteer waits for ever for the first page of a browser that ends before.
    const browser = await withDeadline(2 * startMs, Promise.race([connecting, untilLost(running)]))
    let closing: Promise<void> | undefined
    /** Ends all processes of the browser and removes its profile. */
    function close(): Promise<void> {
      closing ??= closeBrowser(browser, running, profile)
      return closing
    }
    const { processGroup, kill, wasKilled } = running
    return {
      browser,
      /** The group of all its processes. */
      processGroup,
      /** Ends all processes at once; close() is still needed. */
      kill,
      close,
      /** Known once it is closed. */
      wasKilled,
    }
  } catch (error) {
    await endProcess(running, profile)
    if (running.wasKilled()) throw new BrowserKilled(error)
    throw new Error(
      running.lastError() ?? (error instanceof Error ? error.message : String(error)),
      { cause: error },
    )
  }
}

async function untilLost({ fromBrowser }: BrowserProcess): Promise<never> {
  await once(fromBrowser, 'close')
  throw new Error('the browser ended')
}

async function closeBrowser(
  browser: Browser,
  running: BrowserProcess,
  profile: string,
): Promise<void> {
  const closed = browser.close().then(
    () => running.ended,
    () => undefined,
  )
  await Promise.race([closed, sleep(closeMs, undefined, { ref: false })])
  await endProcess(running, profile)
}

async function endProcess(running: BrowserProcess, profile: string): Promise<void> {
  // Waits to learn who killed it: a killed browser releases its pipe before its end is reported.
  await Promise.race([running.ended, sleep(endedMs, undefined, { ref: false })])
  running.kill()
  // Gives up waiting: a process that left the group may hold the pipes open.
  await Promise.race([running.ended, sleep(closeMs, undefined, { ref: false })])
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

async function chromiumArguments(profile: string, level: SandboxLevel): Promise<string[]> {
  const args = [
    '--disable-gpu',
    '--disable-software-rasterizer',
    '--disable-3d-apis',
    '--font-render-hinting=none',
    '--js-flags=--jitless',
    '--no-pings',
    '--remote-debugging-pipe',
  ]
  const all = await puppeteer.defaultArgs({
    headless: 'shell',
    userDataDir: join(profile, 'user-data'),
    args,
  })
  // Removes --no-sandbox, which a variable makes puppeteer add; only the level decides on that.
  return [...all.filter((arg) => arg !== '--no-sandbox'), ...level.args]
}

function environment(profile: string, program: Program): Record<string, string> {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: profile,
    TMPDIR: profile,
    XDG_CONFIG_HOME: profile,
    XDG_CACHE_HOME: profile,
    XDG_RUNTIME_DIR: profile,
    FONTCONFIG_FILE: join(profile, 'fonts.conf'),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...(program.libraryPath === undefined ? {} : { LD_LIBRARY_PATH: program.libraryPath }),
  }
}

async function makeProfile(folder: string, fontsPath: string): Promise<string> {
  const profile = await mkdtemp(join(folder, `profile-${process.pid}-`))
  const fontsConf = join(profile, 'fonts.conf')
  // Allows only the fonts that we ship: a certificate looks the same on every machine.
  await writeFile(
    fontsConf,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${escapeXml(fontsPath)}</dir><cachedir>${escapeXml(profile)}</cachedir></fontconfig>`,
  )
  if (browserUser !== undefined) {
    await chown(fontsConf, browserUser.uid, browserUser.gid)
    await chown(profile, browserUser.uid, browserUser.gid)
  }
  return profile
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
