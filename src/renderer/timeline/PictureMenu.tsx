import { ImageDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { FORMATS, type Part, type SavePicture } from './use-pictures';

const PARTS: readonly (readonly [Part, string])[] = [
  ['view', 'What is in view'],
  ['whole', 'All rows, the whole run'],
];

/** Saves the timeline as a picture. */
export function PictureMenu({ onSave }: { readonly onSave: SavePicture }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        className="tl-button is-icon"
        aria-label="Save the timeline as a picture"
        title="Save the timeline as a picture: SVG or PNG"
      >
        <ImageDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" sideOffset={4} align="end" collisionPadding={8}>
          {PARTS.map(([part, words]) => (
            <DropdownMenu.Group key={part}>
              <DropdownMenu.Label className="menu-says">{words}</DropdownMenu.Label>
              {FORMATS.map((format) => (
                <DropdownMenu.Item key={format} className="item" onSelect={() => void onSave(part, format)}>
                  {`Save as ${format.toUpperCase()}`}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
