import { Search } from 'lucide-react';
import { useState } from 'react';
import { findWords, GLOSSARY } from '../../../shared/words/glossary';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { closeOverlay } from '../../state/overlays';
import { plural } from '../../view-models/numbers';

/** What every word of the app means, found by a few letters. */
export function GlossarySheet() {
  const [text, setText] = useState('');
  const found = findWords(text);
  return (
    <Modal title="Glossary" wide onClose={closeOverlay}>
      <div className="content glossary">
        <div className="field">
          <Icon of={Search} />
          <input
            type="text"
            aria-label="Find a word"
            placeholder="A word, or a part of what it means"
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <p className="only-read" role="status">
          {text === '' ? '' : plural(found.length, 'word')}
        </p>
        {found.length === 0 ? (
          <p className="second">No word has this in it. Clear the field to see all of them.</p>
        ) : (
          <dl>
            {found.map((word) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{GLOSSARY[word]}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Modal>
  );
}
