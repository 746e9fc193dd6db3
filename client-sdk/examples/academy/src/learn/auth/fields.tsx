import type { ComponentProps } from 'react'
import { useSchool } from '../../app/school.ts'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/form.tsx'

type FieldProps = Partial<ComponentProps<typeof TextField>>

export function NewPasswordField(props: FieldProps) {
  const least = useSchool().config?.password.minLength
  return (
    <TextField
      type="password"
      label={t('password.new')}
      hint={least === undefined ? undefined : t('password.hint', { least })}
      minLength={least}
      autoComplete="new-password"
      isRequired
      {...props}
    />
  )
}

export function CurrentPasswordField(props: FieldProps) {
  const shape = { type: 'password', autoComplete: 'current-password' } as const
  return <TextField label={t('password.current')} {...shape} isRequired {...props} />
}

/** Eight digits from a mail. */
export function CodeField(props: FieldProps) {
  const shape = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const
  return <TextField name="code" label={t('code.label')} {...shape} isRequired {...props} />
}

export function EmailField(props: FieldProps) {
  const shape = { type: 'email', autoComplete: 'username' } as const
  return <TextField name="email" label={t('field.email')} {...shape} isRequired {...props} />
}
