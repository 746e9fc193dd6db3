import { expect, test } from 'vitest'
import { findBrowsers } from '../../../adapters/pdf-printer/test-support.ts'
import { startApi } from '../../../test/api.ts'
import { printerForAllTests } from '../../../test/printing.ts'
import { printUnderFaults } from '../../../test/printing-faults.ts'

const { printer, isAvailable } = await printerForAllTests()

// The long form, with 300 certificates and 10 seconds: node checks/certificate-faults.ts
test.skipIf(!isAvailable || process.platform !== 'linux')(
  'killing the browser every half second loses no certificate, and nobody gets half of one',
  { timeout: 180_000 },
  async () => {
    await using api = await startApi({ printer, logLines: [] })

    const report = await printUnderFaults(api.deps, {
      certificates: 60,
      milliseconds: 3_000,
      patienceMilliseconds: 120_000,
      download: async (path) => {
        const { statusCode, rawPayload } = await api.server.inject({ method: 'GET', url: path })
        return { status: statusCode, bytes: rawPayload }
      },
    })

    expect(report.kills).toBeGreaterThan(1)
    expect([report.missing, report.wrong]).toEqual([0, []])
    expect(
      Object.keys(report.downloads).filter((status) => !['200', '503'].includes(status)),
    ).toEqual([])
    await printer.close()
    expect(findBrowsers()).toEqual([])
  },
)

test('a run of faults that can issue nothing fails, and does not go on for ever', async () => {
  await using api = await startApi({ printer })
  const jobs = { ...api.deps.jobs, enqueue: () => Promise.reject(new Error('no queue')) }

  const report = printUnderFaults(
    { ...api.deps, jobs },
    {
      certificates: 1,
      milliseconds: 0,
      patienceMilliseconds: 0,
      download: async () => ({ status: 503, bytes: new Uint8Array() }),
    },
  )

  await expect(report).rejects.toThrow('no queue')
})
