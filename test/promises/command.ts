/** Promises about the command `innlet` and the tools for agents. An id is stable, and is not used again for another promise. */
export const COMMAND = {
  'COMMAND-1':
    'The exit code of `innlet` is 0 if a command is done, 1 if the service refuses it or a check finds a fault, 2 for a wrong use, 3 if the service is not reached.',
  'COMMAND-2':
    'Credentials are in the environment or in a file that only its owner can read. No command prints them. A secret that is shown once is alone on standard output, or in a new file with mode 600.',
  'COMMAND-3': '`innlet doctor` names each fault of address, credential, permissions and webhook endpoints.',
  'COMMAND-4':
    '`innlet listen` sends each event until the receiver accepts it, in the order of the log, through outages of the service and of the receiver. `--from` replays.',
  'COMMAND-5': '`innlet admin setup apply` prints what would change, and stores nothing without consent.',
  'COMMAND-6': 'The help of each command has an example, and shells complete commands and options.',
  'COMMAND-7': '`innlet call` sends the request of each operation, and a write takes effect once.',
  'COMMAND-8':
    '`innlet admin customer new` creates a customer from a folder of CSV files, or stores what was changed in them, with consent only. It names all faults at once, with file and line, and stores nothing while there is one. After an interruption the same command completes it.',
  'COMMAND-9':
    '`innlet admin app new` gives an integrator fixed permissions, writes the credentials to a new file with mode 600, and prints a sheet without the secret.',
  'COMMAND-10':
    '`innlet admin customer check` names what a customer lacks of rooms, plans and prices of the next 30 days, and whether its link opens and its webhook endpoints answer.',
  'COMMAND-11':
    '`innlet admin guest search` finds guests by e-mail, telephone or last name, on all pages. Control characters in their texts are not printed.',
  'COMMAND-12':
    '`innlet admin guest export` writes all records of a guest into new files with mode 600: a page without script that has every value, first what people read, prints its folded technical records, and shows texts of guests as text; and the lines of the service.',
  'COMMAND-13':
    '`innlet admin guest erase` prints what goes and each stay, warns of a stay that has not ended, erases nothing without consent, says how what is left is read, names each guest whom the service refuses, and continues after an interruption.',
  'COMMAND-14':
    'Each request of administration has a command: one of `innlet admin`, or of `npm run` for what takes many requests.',
  'COMMAND-20':
    'A command that was killed before it wrote its file of credentials can be run again with the same file, and names the command that lists what may be without a secret.',
  'COMMAND-45': 'Files in UTF-8 and UTF-16 with a byte order mark are read, and what cannot be read is named.',
  'COMMAND-46': 'Without a response the command says why, and which variable names a proxy.',
  'COMMAND-70':
    'The page of a guest has names in Han, Kana and Hangul with the family name first, by the rule of the service.',
  'COMMAND-71':
    '`innlet admin customer new` ends with the address of the lines for the website of the hotel, also when it is repeated.',
  'COMMAND-90':
    '`innlet admin customer check` names what the guest’s page of each hotel lacks of street, check-out time, Wi-Fi and picture, which is no fault.',
  'AGENT-1':
    '`innlet mcp` has at most 15 tools, those that the permissions allow, each with a hint. Clients of both versions of the SDK use them.',
  'AGENT-2':
    'A tool that writes changes no row without the code that it returned, with another or an old code, or with other arguments.',
  'AGENT-3': 'A tool that writes, called twice with one identity and its code, writes once.',
  'AGENT-4': 'Texts of guests and hotels come back marked as data.',
  'AGENT-35':
    'A result has at most 25,000 characters, and its data once. Lists have short rows and a cursor, and one id gives the whole record.',
  'AGENT-36': 'In arguments `null` is absent, and digits in quotes are a number where one is expected.',
  'AGENT-37':
    'A last name is found without accents and apostrophes. Names in Han, Kana and Hangul have the family name first.',
  'AGENT-38': 'A code writes nothing if what it told of has changed since.',
}
