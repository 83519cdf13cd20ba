import { say } from '../platform/terminal.ts';

export interface Login {
  readonly who: string;
  readonly username: string;
  readonly password: string;
}

export interface Welcome {
  readonly url: string;
  readonly adminPassword: string;
  readonly logins: Login[];
}

/** The last thing `up` prints: where to go and who one may be. */
export function printWelcome(welcome: Welcome, dataFolder: string): void {
  const logins = [{ who: 'admin', username: 'admin', password: welcome.adminPassword }, ...welcome.logins];
  const width = (pick: (login: Login) => string): number =>
    Math.max(...logins.map((login) => pick(login).length));
  const whoWidth = width((login) => login.who);
  const nameWidth = width((login) => login.username);
  say(`\n  Sandglass is ready at ${welcome.url}\n`);
  for (const { who, username, password } of logins) {
    say(`  ${who.padEnd(whoWidth)}  ${username.padEnd(nameWidth)}  ${password}`);
  }
  say(`\n  API documentation  ${welcome.url}/api/docs\n  Data and logs      ${dataFolder}\n`);
}
