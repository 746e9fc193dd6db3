import type { MutationOperation } from '@lyceum/sdk/query'
import { useState } from 'react'
import { lyceum } from '../lyceum.ts'
import { ActionButton } from '../ui/action-button.tsx'
import type { FormValues } from '../ui/forms/form.tsx'
import { CodeField, CurrentPasswordField } from './fields.tsx'

interface ProofProps {
  requestCode?: MutationOperation<[], unknown>
}

/** Proof that it is the reader: the password, or a code for those who have none. */
export function Proof({ requestCode = lyceum.me.requestSignInCode }: ProofProps) {
  const [hasCode, setHasCode] = useState(false)
  if (hasCode) return <CodeField />
  return (
    <div>
      <CurrentPasswordField name="password" />
      <ActionButton
        name="code.insteadOfPassword"
        look="quiet"
        run={() => requestCode.mutate().then(() => setHasCode(true))}
      />
    </div>
  )
}

/** Returns what `Proof` asked for, from all that was typed into a form. */
export const proofOf = ({ password, code }: FormValues) => ({ password, code })
