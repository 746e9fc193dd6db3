import { isLyceumError } from '@lyceum/sdk'
import { useState } from 'react'
import { useSchool } from '../base/school.ts'
import { t } from '../texts/texts.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { OutsideLink } from '../ui/link.tsx'

interface TermsFieldProps {
  onChange?: (isAccepted: boolean) => void
}

/** Asks to accept the school's terms in the version of today; nothing where it has none. */
export function TermsField({ onChange }: TermsFieldProps) {
  const terms = useSchool().config?.terms
  if (!terms) return null
  return (
    <div className="flex flex-wrap gap-x-2">
      <Checkbox
        name="acceptedTerms"
        value={terms.version}
        label={t('terms.accept')}
        isRequired
        onChange={onChange}
      />
      <OutsideLink href={terms.url}>{t('terms.read')}</OutsideLink>
    </div>
  )
}

export interface Terms {
  acceptedTerms?: string
}

/** The same for a purchase that is no form; `isAsked` may wait until the server wants it. */
export function useTerms(error: unknown, isAlwaysAsked: boolean) {
  const version = useSchool().config?.terms?.version
  const [isAccepted, setAccepted] = useState(false)
  const [wasRefused, setRefused] = useState(false)
  if (!wasRefused && isLyceumError(error) && error.name === 'TermsNotAccepted') setRefused(true)
  const accepted: Terms = isAccepted && version !== undefined ? { acceptedTerms: version } : {}
  return {
    field: (isAlwaysAsked || wasRefused) && <TermsField onChange={setAccepted} />,
    accepted,
  }
}
