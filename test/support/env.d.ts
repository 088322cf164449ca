declare namespace Cloudflare {
  interface Env extends Omit<import('../../worker/settings').Env, never> {
    ADMIN_TOKEN: string
    SIGNING_KEYS: string
    LINK_KEYS: string
    SECRET_PEPPER: string
    MIGRATIONS: import('cloudflare:test').D1Migration[]
  }
  interface GlobalProps {
    mainModule: typeof import('../../worker/index')
  }
}
