import type { ComponentProps } from 'react'
import { useSchool } from '../base/school.ts'
import { t } from '../texts/texts.ts'
import { TextField } from '../ui/forms/form.tsx'

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
