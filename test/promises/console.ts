/** What people of a hotel can rely on in the console. The chart of rooms is CONSOLE-40 and above. */
export const CONSOLE = {
  'CONSOLE-1': 'A person joins by a one-time link, signs out, and signs in with the passkey. The link works once.',
  'CONSOLE-2': 'A desk is opened by a link, without a passkey.',
  'CONSOLE-3': 'After a sign-in the page of the address is shown. No part of the address leads to another origin.',
  'CONSOLE-4': 'Each task of a reception takes at most the presses that the docs name, by pointer, keyboard and touch.',
  'CONSOLE-5': 'What one page changes, another shows without being asked.',
  'CONSOLE-6':
    'A change that others made meanwhile is told with its author. What was typed stays, and the next press sends it.',
  'CONSOLE-7':
    'Two pages that change one booking while requests and responses are lost: each change is made once, and both pages end with the truth.',
  'CONSOLE-8': 'A text of a guest, a hotel or an integrator is shown as it is. It runs no script and adds no element.',
  'CONSOLE-9': 'Every page passes axe at 360, 768 and 1280 pixels, in light and dark, and fits its width.',
  'CONSOLE-10': 'The token is in memory alone: neither the storage of the browser nor the page has it.',
  'CONSOLE-11': 'The first script is at most 30 kB, and that of each page at most 20 kB, brotli.',
  'CONSOLE-13': 'An owner chooses a customer of the list, or by its number. The browser keeps the choice.',
  'CONSOLE-14':
    'A page that nobody touches asks for events every 15 seconds, and for a token every 4 minutes; a hidden one for nothing. What others change is then shown. A desk costs at most $0.04 a month.',
  'CONSOLE-15':
    'A guest who leaves early frees the nights that are left. One who moves keeps the past nights in the old room.',
  'CONSOLE-16': 'The sum on the button of a changed stay is what the stay then costs.',
  'CONSOLE-17':
    'Each address of the console has a policy with Trusted Types, which allows no script and no style of another origin.',
  'CONSOLE-60':
    'A manager registers applications and API keys, changes and ends them. A secret is shown once, and a first token proves that it works.',
  'CONSOLE-61': 'A manager invites people and desks by one-time links, changes roles, and takes them away.',
  'CONSOLE-62':
    'A manager makes a webhook endpoint, tests it, sees each attempt with status, duration, body and answer, by state and time, and sends a range or what failed again.',
  'CONSOLE-63':
    'The front desk has neither people nor keys nor webhooks nor the log of events, and a manager none of another customer.',
  'CONSOLE-64': 'An owner sees the audit log, and selects by actor, act and day.',
  'CONSOLE-66':
    'A desk with names is covered by them until one types the own PIN. Lock, and five minutes without a key and pointer, cover it again in every tab.',
  'CONSOLE-67':
    'Below the cover nothing is seen, printed or reached by keys, no dialog lies above it, and what was typed is there for the same person alone.',
  'CONSOLE-68': 'A manager gives a PIN and takes it away, and sees and ends the sessions of a person or a desk.',
  'CONSOLE-69': 'A session that ends closes the dialogs that are open.',
  'CONSOLE-65':
    'A manager sees the events of the customer, the newest first, by type and time, and copies the JSON of each.',
  'CONSOLE-70':
    'The console opens a request of the docs with the application filled in. The secret is in no address, and only in the storage of the new tab, until it is cleared.',
  'CONSOLE-18': 'Who works for several customers or hotels chooses one. The browser keeps the choice.',
  'CONSOLE-19': 'A guest is called and written to by a press, and a country that came as a code has its name.',
  'CONSOLE-20': 'What somebody seeks is not in an address, and is there again after Back.',
  'CONSOLE-12': 'A refusal stands beside what was pressed, in words.',
}
