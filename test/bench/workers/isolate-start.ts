/* Starts a Worker in a new isolate for each path: `/innlet/17` is the seventeenth isolate of Innlet. */

interface Env {
  LOADER: {
    get(name: string, code: () => Promise<object>): { getEntrypoint(): { fetch(request: Request): Promise<Response> } }
  }
  COMPATIBILITY_DATE: string
  /** The Workers by name, each one module. */
  CODE: Record<string, string>
  VARS: Record<string, string>
}

export default {
  fetch(request: Request, { LOADER, COMPATIBILITY_DATE, CODE, VARS }: Env): Promise<Response> {
    const { pathname, origin } = new URL(request.url)
    const [, name = ''] = pathname.split('/')
    const worker = LOADER.get(pathname, async () => ({
      compatibilityDate: COMPATIBILITY_DATE,
      mainModule: 'main.js',
      modules: { 'main.js': CODE[name] },
      // The health endpoint sends no statement; the binding only has to exist.
      env: { ...VARS, DB: { withSession: null } },
      globalOutbound: null,
    }))
    return worker.getEntrypoint().fetch(new Request(`${origin}/api/Fetch/health`))
  },
}
