import { useId, useMemo, useState } from 'react';
import { SNIPPET_LANGUAGES, snippet } from '../../../shared/rules/signatures/snippet';
import { CodeLines } from '../../parts/CodeLines';
import { CopyButton } from '../../parts/CopyButton';
import { TabStrip } from '../../parts/TabStrip';
import { shortText } from '../../view-models/bodies/text-lines';
import { type LabForm, schemeOfForm } from '../../view-models/signature-form';

type Language = (typeof SNIPPET_LANGUAGES)[number]['id'];

/** Code that verifies the chosen scheme rightly, in the language of one's choice. */
export function SnippetView({ form }: { readonly form: LabForm }) {
  const [language, setLanguage] = useState<Language>('node');
  const panelId = useId();
  const text = useMemo(() => {
    const scheme = schemeOfForm(form);
    const chosen = SNIPPET_LANGUAGES.find(({ id }) => id === language);
    return scheme === undefined || chosen === undefined ? '' : snippet(chosen, scheme);
  }, [form, language]);
  const source = useMemo(() => shortText(text), [text]);
  return (
    <section aria-label="Code that does it right">
      <div className="body-bar">
        <b>Code that does it right</b>
        <TabStrip
          label="Language"
          className="facets"
          panelId={panelId}
          tabs={SNIPPET_LANGUAGES.map(({ id, name }) => ({ value: id, label: name }))}
          value={language}
          onChoose={setLanguage}
        />
        <span className="grow" />
        <CopyButton text={text}>Copy</CopyButton>
      </div>
      <div id={panelId} role="tabpanel" aria-label="Code">
        <CodeLines label="Code that verifies the signature" source={source} />
      </div>
    </section>
  );
}
