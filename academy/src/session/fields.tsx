import type { MutationOperation } from '@lyceum/sdk/query'
import { type ComponentProps, useState } from 'react'
import { useSchool } from '../base/school.ts'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { ActionButton } from '../ui/button.tsx'
import { TextField } from '../ui/forms/controls.tsx'
import type { FormValues } from '../ui/forms/form.tsx'

type FieldProps = Partial<ComponentProps<typeof TextField>>

export function EmailField(props: FieldProps) {
  const shape = { type: 'email', autoComplete: 'username' } as const
  return <TextField name="email" label={t('field.email')} {...shape} isRequired {...props} />
}

export function NameField(props: FieldProps) {
  const shape = { name: 'name', hint: t('register.nameHint'), autoComplete: 'name' } as const
  return <TextField label={t('field.name')} {...shape} isRequired {...props} />
}

export function CurrentPasswordField({ label = t('password.current'), ...rest }: FieldProps) {
  const shape = { type: 'password', autoComplete: 'current-password' } as const
  return <TextField label={label} {...shape} isRequired {...rest} />
}

export function NewPasswordField(props: FieldProps) {
  const minLength = useSchool().config?.password.minLength
  const hint = minLength === undefined ? undefined : t('password.hint', { least: minLength })
  const shape = { type: 'password', autoComplete: 'new-password', minLength, hint } as const
  return <TextField label={t('password.new')} {...shape} isRequired {...props} />
}

/** Eight digits from a mail. */
export function CodeField(props: FieldProps) {
  const shape = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const
  return <TextField name="code" label={t('code.label')} {...shape} isRequired {...props} />
}

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
