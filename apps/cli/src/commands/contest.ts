import type { SandglassClient } from '@sandglass/client';
import type { ContestActionRequest } from '@sandglass/contracts';
import { adminClient } from '../platform/admin-client.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { say, sayJson } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';
import { changeLines, linesOf } from './contest-lines.ts';
import { certificateUsage, certificateWords, saveCertificates } from './contest-certificates.ts';
import {
  checkExportWords,
  checkFormat,
  checkView,
  exportResolver,
  exportResults,
  exportStatic,
} from './contest-export.ts';
import { exportPackage, importPackageFile } from './contest-package.ts';
import { isLifeVerb, lifeOptions, lifeUsage, lifeVerbs, runLife } from './contest-life.ts';
import { runRules, type RuleWords } from './contest-rules.ts';
import {
  checkResultWords,
  isResultVerb,
  resultVerbs,
  runResultVerb,
  type ResultWords,
} from './contest-results.ts';

const options = {
  minutes: { type: 'string' },
  reason: { type: 'string' },
  b: { type: 'string' },
  comment: { type: 'string' },
  format: { type: 'string' },
  set: { type: 'string', multiple: true },
  to: { type: 'string' },
  resolver: { type: 'string' },
  file: { type: 'string' },
  per: { type: 'string' },
  team: { type: 'string' },
  draft: { type: 'boolean' },
  package: { type: 'string' },
  'password-hashes': { type: 'boolean' },
  static: { type: 'string' },
  as: { type: 'string' },
  'dry-run': { type: 'boolean' },
  confirm: { type: 'boolean' },
  json: { type: 'boolean' },
  url: { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  data: { type: 'string' },
} as const;

/** What is called as, and the action of the api. */
const actions = {
  start: 'start-now',
  delay: 'stop-countdown',
  resume: 'resume-countdown',
  freeze: 'freeze-now',
  thaw: 'thaw',
  end: 'end-now',
  lock: 'lock',
  unlock: 'unlock',
} as const;
const verbs = [
  'list',
  'show',
  'rules',
  ...Object.keys(actions),
  'extend',
  ...resultVerbs,
  'export',
  'certificates',
  'import',
  ...lifeVerbs,
];

function parse(argv: readonly string[]) {
  return readWords(argv, { most: 2, options });
}
type Values = ReturnType<typeof parse>['values'];

export const command: Command = {
  name: 'contest',
  summary: 'make, change, run, finalise, copy, archive or delete a contest',
  usage: `Usage: ./sandglass contest list                       all contests
       ./sandglass contest show ID                    its times, and what is paused
       ./sandglass contest rules ID [--set KEY=VALUE …]  its rules, or a change of them
       ./sandglass contest start ID                   start it now
       ./sandglass contest delay ID                   stop its countdown; \`contest resume ID\` lets it go on
       ./sandglass contest freeze ID                  freeze its scoreboard now; \`contest thaw ID\` shows all results
       ./sandglass contest extend ID --minutes N      it ends so much later
       ./sandglass contest end ID                     end it now
       ./sandglass contest lock ID                    refuse changes, until \`contest unlock ID\`
       ./sandglass contest finalise ID [--b N] [--comment TEXT]  make its results final
       ./sandglass contest reopen ID --reason TEXT    let final results change again
       ./sandglass contest export ID --format F [--to FILE]  its results as a file
       ./sandglass contest export ID --resolver FILE  the resolver for a laptop without a network
       ./sandglass contest export ID --static FILE [--as jury]  its scoreboard as a zip that opens from a folder
       ./sandglass contest export ID --package FILE   all of it, for another installation
       ./sandglass contest certificates ID --file FILE  certificates as a PDF
       ./sandglass contest import FILE [--as NEWID]   such a file: all of it, or nothing${lifeUsage}

Options:${lifeOptions}
  --set KEY=VALUE a rule and its value: a word, or JSON; as often as there are rules to change
  --minutes N     how much longer, for \`extend\`
  --reason TEXT   for those who look later
  --b N           bronze medals beyond those that the contest plans, for \`finalise\`
  --comment TEXT  kept with final results
  --format F      of an export: tsv (results.tsv of ICPC), scoreboard, json, html, csv, awards, submissions (zip)
  --to FILE       where an export goes; default: ID and its name, here
  --resolver FILE an export of the resolver, as one HTML file that needs no server: it has all results
  --package FILE  where the package of an export goes; --password-hashes puts the hashes of passwords of teams into it
  --static FILE   where a static copy of the scoreboard goes: a zip
  --as VIEW       of a static copy: public (default) or jury, which shows what the freeze hides
${certificateUsage}
  --as NEWID      another id for an imported contest, and the beginning of those of what differs from what is here
  --dry-run       change nothing, and say what would change
  --confirm       do it although it is dangerous: results are shown, or something is taken from teams
  --json          the api's answer
  --url URL, --user NAME, --password-file FILE, --data DIR
                  default: what \`up\` started on this machine, asked as its operator: needs root, and no password`,
  async run(argv) {
    const [first = ''] = argv;
    if (isLifeVerb(first)) return runLife(argv, first);
    const { values, positionals } = parse(argv);
    const [verb = '', id] = positionals;
    if (!verbs.includes(verb)) throw new UsageError(`say what to do: contest ${verbs.join(', ')}`);
    if (verb !== 'extend' && values.minutes !== undefined)
      throw new UsageError('--minutes goes with `contest extend`');
    if (verb !== 'rules' && values.set !== undefined) throw new UsageError('--set goes with `contest rules`');
    checkResultWords(verb, resultWordsOf(values));
    checkExportWords(verb, values);
    const certificates = certificateWords(verb, values);
    if (verb === 'list') {
      if (id !== undefined) throw new UsageError(`unexpected argument "${id}"`);
      return list(clientOf(values), values.json === true);
    }
    if (verb === 'import') {
      if (id === undefined) throw new UsageError('contest import: name the file of the package');
      const { as, 'dry-run': dryRun, json } = values;
      return importPackageFile(clientOf(values), id, { as, dryRun: dryRun === true, json: json === true });
    }
    if (id === undefined) throw new UsageError(`contest ${verb}: name the contest by its id`);
    if (certificates !== null) return saveCertificates(clientOf(values), id, certificates);
    if (verb === 'export' && values.resolver !== undefined)
      return exportResolver(clientOf(values), id, values.resolver);
    if (values.package !== undefined)
      return exportPackage(clientOf(values), id, values.package, values['password-hashes'] === true);
    if (verb === 'export') {
      if (values.static !== undefined)
        return exportStatic(clientOf(values), id, values.static, checkView(values.as));
      const format = checkFormat(values.format);
      return exportResults(clientOf(values), id, format, values.to);
    }
    if (isResultVerb(verb)) return runResultVerb(clientOf(values), verb, id, resultWordsOf(values));
    if (verb === 'rules') return runRules(clientOf(values), id, ruleWordsOf(values));
    if (verb === 'show') return show(clientOf(values), id, values.json === true);
    return act(id, actionOf(verb, values), values);
  },
};

async function list(client: SandglassClient, json: boolean): Promise<number> {
  const contests = await client.contests();
  if (json) sayJson(contests);
  else
    for (const { id, phase, startsAt, endsAt, name } of contests)
      say(`${id} ${phase} ${startsAt} – ${endsAt} ${name}`);
  return 0;
}

async function show(client: SandglassClient, id: string, json: boolean): Promise<number> {
  const { contest, state } = await client.control.show(id);
  if (json) sayJson({ contest, state });
  else for (const line of [`${contest.name}: ${contest.phase}`, ...linesOf(state)]) say(line);
  return 0;
}

async function act(id: string, action: ContestActionRequest, values: Values): Promise<number> {
  const answer = await clientOf(values).control.act(
    id,
    action,
    values['dry-run'] === true ? 'dryRun' : 'apply',
  );
  if (values.json === true) sayJson(answer);
  else for (const line of changeLines(answer)) say(line);
  return 0;
}

function actionOf(verb: string, { minutes, reason, confirm }: Values): ContestActionRequest {
  const more = { ...(reason === undefined ? {} : { reason }), confirm: confirm === true };
  if (verb !== 'extend') return { action: actions[verb as keyof typeof actions], ...more };
  if (minutes === undefined) throw new UsageError('contest extend: --minutes N is missing');
  if (!/^[1-9][0-9]{0,3}$/.test(minutes))
    throw new UsageError(`--minutes must be a whole number from 1 to 9999, not "${minutes}"`);
  return { action: 'extend', minutes: Number(minutes), ...more };
}

function ruleWordsOf({ set = [], reason, confirm, json, 'dry-run': dryRun }: Values): RuleWords {
  return { set, reason, confirm: confirm === true, json: json === true, dryRun: dryRun === true };
}

function resultWordsOf(values: Values): ResultWords {
  const { b, comment, reason, json } = values;
  return { b, comment, reason, dryRun: values['dry-run'] === true, json: json === true };
}

function clientOf({ url, user, 'password-file': passwordFile, data }: Values): SandglassClient {
  return adminClient({ url, user, passwordFile, data });
}
