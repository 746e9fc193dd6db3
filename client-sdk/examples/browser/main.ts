import {
  createLyceum,
  isLyceumError,
  localStorageTokenStore,
  type Money,
  paginate,
} from '@lyceum/sdk'

const lyceum = createLyceum({
  baseUrl: import.meta.env.VITE_LYCEUM_URL ?? 'http://localhost:3000',
  tokenStore: localStorageTokenStore(),
  onSignedOut: () => show('login'),
})

const views = ['login', 'verification', 'catalogue'] as const
const loginForm = element('login', HTMLFormElement)
const verificationForm = element('verification', HTMLFormElement)

loginForm.addEventListener('submit', (event) => {
  event.preventDefault()
  const wantsToRegister = (event.submitter as HTMLButtonElement | null)?.value === 'register'
  attempt(wantsToRegister ? register : signIn)
})
verificationForm.addEventListener('submit', (event) => {
  event.preventDefault()
  attempt(verify)
})
element('reload', HTMLButtonElement).addEventListener('click', () => attempt(showCourses))
element('signOut', HTMLButtonElement).addEventListener('click', () => attempt(signOut))

async function register(): Promise<void> {
  const { message } = await lyceum.auth.register.mutate(loginInput())
  show('verification')
  say(message)
}

async function verify(): Promise<void> {
  const code = String(new FormData(verificationForm).get('code'))
  await lyceum.auth.verifyEmail.mutate({ email: loginInput().email, code })
  await signIn()
}

async function signIn(): Promise<void> {
  await lyceum.signIn(loginInput())
  await showCourses()
}

async function signOut(): Promise<void> {
  await lyceum.signOut()
  show('login')
}

async function showCourses(): Promise<void> {
  // Calls made at the same time share one HTTP request.
  const [me, items] = await Promise.all([lyceum.me.get.query(), courseItems()])
  element('name', HTMLElement).textContent = me.name
  element('courses', HTMLElement).replaceChildren(...items)
  show('catalogue')
}

async function courseItems(): Promise<HTMLElement[]> {
  const items: HTMLElement[] = []
  for await (const { title, price } of paginate(lyceum.courses.list)) {
    const item = document.createElement('li')
    item.textContent = `${title} (${formatPrice(price)})`
    items.push(item)
  }
  return items
}

/** Runs the work and shows what went wrong. */
async function attempt(work: () => Promise<void>): Promise<void> {
  say('')
  try {
    await work()
  } catch (error) {
    if (!isLyceumError(error)) throw error
    if (error.name === 'EmailNotVerified') show('verification')
    const fields = error.issues.map(({ path, message }) => `${path} ${message}`).join(', ')
    say(fields === '' ? error.message : fields)
    element('message', HTMLElement).dataset.error = error.name
  }
}

function loginInput(): { email: string; password: string } {
  const form = new FormData(loginForm)
  return { email: String(form.get('email')), password: String(form.get('password')) }
}

function formatPrice({ amount, currency }: Money): string {
  if (amount === 0) return 'free'
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

function show(view: (typeof views)[number]): void {
  for (const name of views) element(name, HTMLElement).hidden = name !== view
}

function say(words: string): void {
  const message = element('message', HTMLElement)
  message.textContent = words
  delete message.dataset.error
}

function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`)
  return found
}
