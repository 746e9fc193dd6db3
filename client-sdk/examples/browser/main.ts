import {
  createLyceum,
  formatMoney,
  isLyceumError,
  localStorageTokenStore,
  paginate,
  type SessionState,
} from '@lyceum/sdk'

const lyceum = createLyceum({
  baseUrl: import.meta.env.VITE_LYCEUM_URL ?? 'http://localhost:3000',
  tokenStore: localStorageTokenStore(),
})

const views = ['login', 'verification', 'changed', 'catalogue'] as const
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
element('accept', HTMLButtonElement).addEventListener('click', () => attempt(accept))

lyceum.session.subscribe(follow)
attempt(async () => {
  const { status } = await lyceum.session.check()
  if (status === 'signedIn') await showCourses()
})

/** Follows what happens here and in other tabs. */
function follow({ status }: SessionState): void {
  if (status === 'signedOut') show('login')
  if (status === 'changed') show('changed')
}

async function register(): Promise<void> {
  const { message } = await lyceum.auth.register.mutate(loginInput())
  show('verification')
  say(message)
}

async function verify(): Promise<void> {
  const code = String(new FormData(verificationForm).get('code'))
  await lyceum.auth.verifyEmail.mutate({ ...loginInput(), code })
  await signIn()
}

async function signIn(): Promise<void> {
  await lyceum.signIn(loginInput())
  await showCourses()
}

async function signOut(): Promise<void> {
  await lyceum.signOut()
}

async function accept(): Promise<void> {
  await lyceum.session.accept()
  await showCourses()
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
    item.textContent = `${title} (${price.amount === 0 ? 'free' : formatMoney(price)})`
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
    if (isLyceumError(error, 'auth.login') && error.name === 'EmailNotVerified')
      show('verification')
    const fields = error.issues.map(({ path, message }) => `${path} ${message}`).join(', ')
    say(fields === '' ? error.message : fields)
    element('message', HTMLElement).dataset.error = error.name
  }
}

function loginInput(): { email: string; password: string } {
  const form = new FormData(loginForm)
  return { email: String(form.get('email')), password: String(form.get('password')) }
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
