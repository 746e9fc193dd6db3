import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer-core'
import { browserUser, type SandboxLevel } from './sandbox.ts'

/** A browser program, ready to be started. */
export interface Program {
  path: string
  /** Folder of libraries that it needs beside those of the system. */
  libraryPath?: string
}

export interface LaunchOptions {
  program: Program
  level: SandboxLevel
  /** Folder in which the profile is made. */
  folder: string
  /** Folder of the fonts that the browser may see. */
  fontsPath: string
}

export interface LaunchedBrowser {
  browser: Browser
  /** Ends the browser, all its processes and its profile. */
  close(): Promise<void>
}

const startMs = 15_000
const closeMs = 3_000

/** Starts a browser over a pipe, with an environment and a profile of its own. Rejects with the browser's last words. */
export async function launchBrowser({ program, level, folder, fontsPath }: LaunchOptions): Promise<LaunchedBrowser> {
  const profile = await makeProfile(folder, fontsPath)
  const wordsPath = join(profile, 'stderr.log')
  const abort = new AbortController()

  try {
    const browser = await puppeteer.launch({
      // Only a shell can both keep the browser's words and put the wrapper before it; the arguments are never parsed by it.
      executablePath: '/bin/sh',
      ignoreDefaultArgs: true,
      args: ['-c', 'exec "$@" 2>"$0"', wordsPath, ...level.wrapper, program.path, ...(await chromiumArguments(profile, level))],
      pipe: true,
      env: environment(profile, program),
      timeout: startMs,
      protocolTimeout: startMs,
      signal: abort.signal,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    return { browser, close: () => closeBrowser(browser, profile) }
  } catch (error) {
    abort.abort()
    const words = await readFile(wordsPath, 'utf8').catch(() => '')
    await removeProfile(profile)
    throw new Error(lastWords(words) ?? (error instanceof Error ? error.message : String(error)), { cause: error })
  }
}

async function chromiumArguments(profile: string, level: SandboxLevel): Promise<string[]> {
  const args = [
    '--disable-gpu',
    '--disable-software-rasterizer',
    '--disable-3d-apis',
    '--font-render-hinting=none',
    '--js-flags=--jitless',
    '--no-pings',
  ]
  const all = await puppeteer.defaultArgs({ headless: 'shell', userDataDir: join(profile, 'user-data'), args })
  // An environment variable makes puppeteer add --no-sandbox; only the level decides on that.
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
  // Only the fonts that we ship: a certificate looks the same on every machine.
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

async function closeBrowser(browser: Browser, profile: string): Promise<void> {
  const tooLate = new Promise((resolve) => {
    setTimeout(resolve, closeMs).unref()
  })
  await Promise.race([browser.close().catch(() => undefined), tooLate])

  const leader = browser.process()
  if (leader?.pid !== undefined && leader.exitCode === null && leader.signalCode === null) killGroup(leader.pid)
  await removeProfile(profile)
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended just now.
  }
}

async function removeProfile(profile: string): Promise<void> {
  await rm(profile, {
    recursive: true,
    force: true,
    maxRetries: 5,
    retryDelay: 50,
  })
}

/** What a person needs of the browser's output: the first sentence of its last line, without time stamp and place in the source. */
function lastWords(output: string): string | undefined {
  const line = output
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^\[[^\]]*\]\s*/u, '')
  return line === undefined || line === '' ? undefined : line.replace(/(?<=[.!])\s.*$/su, '').slice(0, 200)
}
