/* The credentials of the demo hotel, which `npm start` gives to the pages on its own machine (scripts/start/demo-credentials.ts). */

export interface DemoCredentials {
  clientId: string
  clientSecret: string
  /** The token of the link to a guest's itinerary. */
  linkToken: string
}

let loaded: Promise<DemoCredentials | undefined> | undefined

/** Undefined on any other machine, where nothing is requested, and without the demo hotel. */
export const demoCredentials = () => {
  loaded ??= load()
  return loaded
}

async function load(): Promise<DemoCredentials | undefined> {
  if (!/^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) return undefined
  try {
    const response = await fetch('/docs/demo.json', { credentials: 'omit', cache: 'no-store' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

/** Fills in the elements with `data-demo`, such as `<span data-demo="clientId">app_…</span>`. What follows on the line stays. */
export async function fillInDemo(): Promise<void> {
  const places = document.querySelectorAll<HTMLElement>('[data-demo]')
  const demo = places.length ? await demoCredentials() : undefined
  if (!demo) return
  for (const place of places)
    place.textContent = (place.textContent ?? '').replace(/\w+…/, demo[place.dataset.demo as keyof DemoCredentials])
}
