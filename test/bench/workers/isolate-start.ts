/* Starts a Worker in an isolate of its own whenever it is asked: `/innlet/17` is the seventeenth of ours. */

interface Env {
  LOADER: {
    get(name: string, code: () => Promise<object>): { getEntrypoint(): { fetch(request: Request): Promise<Response> } }
  }
  COMPATIBILITY_DATE: string
  /** Workers by their names, each one module; and the settings of ours. */
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
      // Health asks no database: there only has to be one.
      env: { ...VARS, DB: { withSession: null } },
      globalOutbound: null,
    }))
    return worker.getEntrypoint().fetch(new Request(`${origin}/api/Fetch/health`))
  },
}
