import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Folder of the frontend that comes with the server; a school with its own deletes it. */
export const academyFolder = join(import.meta.dirname, '../../academy')

export const academySettings = {
  ACADEMY: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Shows the academy at PUBLIC_URL: the frontend in academy. Development ' +
        'builds it at the first start, production takes it as built. With off, / says what runs here',
    ),
}

export interface AcademyConfig {
  isOn: boolean
  /** Whether it is on in production, but nobody has built it. */
  isMissing: boolean
  /** Pages for a third party, a payment provider and mails to lead to; empty without it. */
  signedInUrls: string[]
  checkoutUrls: string[]
  accountPageUrl: string | undefined
  coursePageUrl: string | undefined
  purchasePageUrl: string | undefined
}

export function readAcademy(
  { ACADEMY }: { ACADEMY: 'on' | 'off' },
  { publicUrl, production }: { publicUrl: string; production: boolean },
): AcademyConfig {
  // Requires the build in production, as nobody is sent to missing pages; development builds it.
  const isThere = existsSync(join(academyFolder, production ? 'dist/index.html' : 'pages.json'))
  const isOn = ACADEMY === 'on' && isThere
  return {
    isOn,
    isMissing: ACADEMY === 'on' && !isThere && existsSync(join(academyFolder, 'pages.json')),
    signedInUrls: isOn ? [`${publicUrl}/signed-in`] : [],
    checkoutUrls: isOn ? [`${publicUrl}/checkout`] : [],
    accountPageUrl: isOn ? `${publicUrl}/welcome` : undefined,
    coursePageUrl: isOn ? `${publicUrl}/course` : undefined,
    purchasePageUrl: isOn ? `${publicUrl}/checkout` : undefined,
  }
}
