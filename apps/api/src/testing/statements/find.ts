/**
 * Every SQL statement of the api with the type of the rows that its caller expects, as the type checker sees it. Texts are put
 * together from constants, so they are evaluated: what a caller passes is tried with each of its values where they are few.
 */
import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { join, relative } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isClassDeclaration,
  isFunctionDeclaration,
  isIdentifier,
  isPropertyAccessExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, SymbolFlags, TypeFlags, type Project, type Type } from 'typescript/unstable/sync';

const root = join(import.meta.dirname, '../../../../..');
const configFile = join(root, 'tsconfig.json');
const source = join(root, 'apps/api/src/');
const require = createRequire(import.meta.url);

/** What a column must be for its reader. */
export interface ExpectedColumn {
  readonly kind: string;
  readonly nullable: boolean;
}

export interface Statement {
  /** File and line. */
  readonly place: string;
  /** One, or one for each value of what it is made of. */
  readonly texts: readonly string[];
  /** By name; empty: its caller reads no column. */
  readonly row: ReadonlyMap<string, ExpectedColumn>;
}

/** What is passed in has one of these values: the text is evaluated with each. */
class Choice extends Error {
  readonly key: number;
  readonly values: readonly unknown[];

  constructor(key: number, values: readonly unknown[]) {
    super('a value must be chosen');
    this.key = key;
    this.values = values;
  }
}

/** @param folder of the sources; the project of the whole repository includes it */
export function statementsIn(folder: string): Statement[] {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
    if (project === undefined) throw new Error(`there is no project ${configFile}`);
    const files = project.program
      .getSourceFileNames()
      .filter((name) => name.startsWith(`${folder}/`) && !/\.test\.ts$|\/(testing|generated)\//.test(name))
      // Asking for a file costs: most say nothing of SQL.
      .filter((name) => readFileSync(name, 'utf8').includes('query'));
    return files.toSorted().flatMap((name) => {
      const file = project.program.getSourceFile(name);
      return file === undefined
        ? []
        : callsIn(file).flatMap((call) => statementOf(project, file, call, folder));
    });
  } finally {
    api.close();
  }
}

function callsIn(file: SourceFile): Node[] {
  const calls: Node[] = [];
  const visit = (node: Node): void => {
    if (
      isCallExpression(node) &&
      isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'query' &&
      node.arguments.length > 0
    )
      calls.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return calls;
}

function statementOf(project: Project, file: SourceFile, call: Node, folder: string): Statement[] {
  if (!isCallExpression(call)) return [];
  const { checker } = project;
  const row = rowOf(project, checker.getTypeAtLocation(call));
  const [text] = call.arguments;
  if (row === null || text === undefined) return [];
  const line = file.text.slice(0, text.getStart(file)).split('\n').length;
  return [
    {
      place: `${relative(folder, file.fileName)}:${line}`,
      texts: [...new Set(variants(project, text))],
      row,
    },
  ];
}

/** Of a `Promise<Row[]>`; null: it is something else, as what node-postgres itself returns. */
function rowOf({ checker }: Project, promise: Type | undefined): Map<string, ExpectedColumn> | null {
  if (promise === undefined || !promise.isTypeReference()) return null;
  const [rows] = checker.getTypeArguments(promise);
  if (rows === undefined || !checker.isArrayType(rows) || !rows.isTypeReference()) return null;
  const [row] = checker.getTypeArguments(rows);
  if (row === undefined) return null;
  return new Map(
    checker.getPropertiesOfType(row).map((property) => {
      const type = checker.getTypeOfSymbol(property);
      const parts = type === undefined ? [] : partsOf(type);
      const isNull = ({ flags }: Type): boolean => (flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0;
      const kinds = new Set(parts.filter((part) => !isNull(part)).map((part) => kindOf(checker, part)));
      return [property.name, { kind: [...kinds].toSorted().join(' | '), nullable: parts.some(isNull) }];
    }),
  );
}

function partsOf(type: Type): readonly Type[] {
  return type.isUnionType() ? (type.getTypes() ?? []).flatMap(partsOf) : [type];
}

function kindOf(checker: Project['checker'], type: Type): string {
  const { flags } = type;
  if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return 'unknown';
  if (flags & (TypeFlags.String | TypeFlags.StringLiteral)) return 'string';
  if (flags & (TypeFlags.Number | TypeFlags.NumberLiteral)) return 'number';
  if (flags & (TypeFlags.Boolean | TypeFlags.BooleanLiteral)) return 'boolean';
  if (checker.isArrayType(type) && type.isTypeReference()) {
    const [element] = checker.getTypeArguments(type);
    const kinds =
      element === undefined ? [] : partsOf(element).filter((part) => !(part.flags & TypeFlags.Null));
    return `${[...new Set(kinds.map((part) => kindOf(checker, part)))].join(' | ')}[]`;
  }
  const name = checker.typeToString(type);
  return name === 'Date' ? 'Date' : /^(Buffer|Uint8Array)\b/.test(name) ? 'Buffer' : 'object';
}

/** The text, once for each value of what it depends on. */
function variants(project: Project, node: Node, chosen = new Map<number, unknown>()): string[] {
  try {
    return [String(evaluate(project, node, chosen))];
  } catch (error) {
    if (!(error instanceof Choice)) throw error;
    const { key, values } = error;
    return values.flatMap((value) => variants(project, node, new Map([...chosen, [key, value]])));
  }
}

function evaluate(project: Project, node: Node, chosen: ReadonlyMap<number, unknown>): unknown {
  const scope = new Proxy(
    {},
    {
      has: (_, name) => typeof name === 'string' && !(name in globalThis),
      get: (_, name) => (typeof name === 'string' ? valueOf(project, name, node, chosen) : undefined),
    },
  );
  const code = stripTypeScriptTypes(`(${node.getText().replace(/^export /, '')})`);
  // eslint-disable-next-line typescript/no-implied-eval -- our own source, as it stands
  return (new Function('scope', `with (scope) return ${code}`) as (scope: object) => unknown)(scope);
}

function valueOf(project: Project, name: string, at: Node, chosen: ReadonlyMap<number, unknown>): unknown {
  const { checker } = project;
  const named = checker.resolveName(name, SymbolFlags.Value | SymbolFlags.Alias, at);
  if (named === undefined) throw new Error(`nothing is called ${name}`);
  const symbol = named.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  const declaration = symbol.valueDeclaration?.resolve(project);
  if (declaration === undefined) throw new Error(`${name} is not declared`);
  const { fileName } = declaration.getSourceFile();
  // What another package exports is there to be asked.
  if (!fileName.startsWith(source)) return (require(fileName) as Record<string, unknown>)[symbol.name];
  if (isFunctionDeclaration(declaration) || isClassDeclaration(declaration))
    return evaluate(project, declaration, chosen);
  if (isVariableDeclaration(declaration) && isIdentifier(declaration.name) && declaration.initializer)
    return evaluate(project, declaration.initializer, chosen);
  if (chosen.has(symbol.id)) return chosen.get(symbol.id);
  // As narrowed by what stands before it.
  const used = identifierIn(at, name);
  const type = used === undefined ? undefined : checker.getTypeAtLocation(used);
  throw new Choice(symbol.id, type === undefined ? [''] : valuesOf(type));
}

function identifierIn(node: Node, name: string): Node | undefined {
  if (isIdentifier(node) && node.text === name) return node;
  return node.forEachChild((child) => identifierIn(child, name));
}

/** What is passed in as an object gives the text its conditions. */
const conditionThatHolds = new Proxy({}, { get: () => 'true' });

/** Those that a type allows, where they are few; else one that leaves its place empty. */
function valuesOf(type: Type): unknown[] {
  return partsOf(type).flatMap((part) => {
    if (part.isLiteralType()) return [part.value];
    if (part.flags & TypeFlags.Boolean) return [true, false];
    if (part.flags & TypeFlags.Number) return [1, 2];
    if (part.flags & TypeFlags.String) return [''];
    if (part.flags & TypeFlags.Null) return [null];
    return [part.flags & TypeFlags.Undefined ? undefined : conditionThatHolds];
  });
}
