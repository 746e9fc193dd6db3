import type { PrintedDocument } from '../documents/printed-document.ts'
import {
  type RendererLimits,
  type RendererOptions,
  type RendererStatus,
  RendererUnavailable,
} from '../types.ts'
import type { Installation } from './browser-discovery.ts'
import type { Press } from './browser-pool.ts'
import { BrowserKilled, SlotLost } from './print-page.ts'

/**
 * On a machine where nothing has printed yet, and on one where something has: there it will pass.
 */
const failureRememberedMs = { neverPrinted: 60_000, printedBefore: 1_000 }

/** How often one document may lose its browser before its turn is over. */
const attempts = 5

/**
 * Keeps at most one press running: starts it when there is work, replaces it when it died, stops it
 * on request.
 */
export function createMachine(options: RendererOptions, limits: RendererLimits) {
  const { log } = options
  let installation: Installation | undefined
  let hasPrinted = false
  let failure: { error: unknown; until: number } | undefined
  let press: Promise<Press> | undefined
  let stopping: Promise<void> = Promise.resolve()
  let closed = false

  /** Begins again when the browser dies meanwhile, whatever killed it. */
  async function print(printed: PrintedDocument): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await printOnce(printed)
      } catch (error) {
        if (!(error instanceof SlotLost) || attempt === attempts) throw error
        log.warn({ err: error, attempt }, 'what lost its browser is printed again')
      }
    }
  }

  async function printOnce(printed: PrintedDocument): Promise<Uint8Array> {
    const current = runningPress()
    const running = await current
    try {
      if (!running.isRunning()) throw new SlotLost('the browser ended while it had nothing to do')
      return await running.print(printed)
    } finally {
      if (!running.isRunning() && press === current) void stop()
    }
  }

  /** The one press, started by the first caller and shared by those who ask meanwhile. */
  function runningPress(): Promise<Press> {
    if (closed) return Promise.reject(new RendererUnavailable('the certificate renderer is closed'))
    if (press !== undefined) return press

    const started = start()
    press = started
    started.catch(() => {
      if (press === started) press = undefined
    })
    return started
  }

  async function start(): Promise<Press> {
    if (installation !== undefined) {
      const press = await startAgain(installation)
      if (press !== undefined) return press
      await installation.release()
      installation = undefined
    }
    if (failure !== undefined && Date.now() < failure.until) throw failure.error

    try {
      // Puppeteer and what belongs to it are a third of an idle server: they are loaded by the
      // first print.
      const { findInstallation } = await import('./browser-discovery.ts')
      const found = await findInstallation(options, limits)
      installation = found.installation
      hasPrinted = true
      return found.press
    } catch (error) {
      if (error instanceof BrowserKilled) throw error
      log.error({ err: error }, 'certificates cannot be printed')
      failure = {
        error,
        until: Date.now() + failureRememberedMs[hasPrinted ? 'printedBefore' : 'neverPrinted'],
      }
      throw error
    }
  }

  /** It has printed here before: what stops it from starting once, or twice, is chance. */
  async function startAgain(proven: Installation): Promise<Press | undefined> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        return await proven.start()
      } catch (error) {
        log.warn({ err: error, attempt }, 'the browser that printed certificates does not start')
      }
    }
    return undefined
  }

  async function status(): Promise<RendererStatus> {
    if (installation === undefined) await runningPress()
    if (installation === undefined)
      throw new RendererUnavailable('the certificate renderer was closed meanwhile')
    return installation.status
  }

  function stop(): Promise<void> {
    const running = press
    press = undefined
    if (running !== undefined) {
      const closing = running.then((one) => one.close()).catch(() => undefined)
      stopping = stopping.then(() => closing)
    }
    return stopping
  }

  async function close(): Promise<void> {
    closed = true
    await stop()
    await installation?.release()
    installation = undefined
  }

  /** The way of printing that is in use. */
  function found(): RendererStatus | undefined {
    return installation?.status
  }

  return { print, status, found, stop, close }
}
