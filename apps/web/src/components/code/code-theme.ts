import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword],
    color: 'var(--sg-code-keyword)',
  },
  { tag: [tags.string, tags.special(tags.string), tags.character], color: 'var(--sg-code-string)' },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment],
    color: 'var(--sg-code-comment)',
    fontStyle: 'italic',
  },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--sg-code-number)' },
  {
    tag: [tags.typeName, tags.className, tags.namespace, tags.standard(tags.typeName)],
    color: 'var(--sg-code-type)',
  },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))],
    color: 'var(--sg-code-name)',
  },
  { tag: [tags.meta, tags.processingInstruction, tags.annotation], color: 'var(--sg-code-comment)' },
]);

/** The editor in the app's colours; they are variables, so that light and dark need one theme. */
export const codeTheme = [
  EditorView.theme({
    '&': { backgroundColor: 'var(--sg-raised)', color: 'var(--sg-ink)', fontSize: '14px', height: '100%' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--sg-font-mono)', lineHeight: '1.55' },
    '.cm-gutters': {
      backgroundColor: 'var(--sg-raised)',
      color: 'var(--sg-ink-soft)',
      borderRight: '1px solid var(--sg-line)',
    },
    '.cm-activeLine, .cm-activeLineGutter': {
      backgroundColor: 'color-mix(in srgb, var(--sg-sunken) 45%, transparent)',
    },
    '.cm-cursor': { borderLeftColor: 'var(--sg-ink)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'color-mix(in srgb, var(--sg-sand) 38%, transparent)',
    },
    '.cm-matchingBracket': { backgroundColor: 'var(--sg-sand-soft)', outline: '1px solid var(--sg-sand)' },
    '.cm-panels': { backgroundColor: 'var(--sg-surface)', color: 'var(--sg-ink)' },
    '.cm-tooltip': {
      backgroundColor: 'var(--sg-raised)',
      border: '1px solid var(--sg-line)',
    },
  }),
  syntaxHighlighting(highlight),
];
