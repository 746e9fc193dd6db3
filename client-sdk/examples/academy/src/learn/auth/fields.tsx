import { useSchool } from '../../app/school.ts'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/form.tsx'

/** A password that somebody chooses. */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  const { config } = useSchool()
  return (
    <TextField
      name={name}
      type="password"
      label={label}
      autoComplete="new-password"
      isRequired
      {...(config && {
        hint: t('password.hint', { least: config.password.minLength }),
        minLength: config.password.minLength,
      })}
    />
  )
}

/** The password that the reader has. */
export function CurrentPasswordField({ name }: { name: string }) {
  return (
    <TextField
      name={name}
      type="password"
      label={t('password.current')}
      autoComplete="current-password"
      isRequired
    />
  )
}

/** Eight digits from a mail. */
export function CodeField({ name, label }: { name: string; label: string }) {
  return (
    <TextField
      name={name}
      label={label}
      autoComplete="one-time-code"
      inputMode="numeric"
      isRequired
    />
  )
}
