import { Activity, ChartColumn, Inbox, List, type LucideIcon, ScrollText, Send, Webhook } from 'lucide-react';
import type { Section } from '../../state/navigation';

export type SectionFace = {
  readonly id: Section;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly keys: string;
};

export const SECTION_FACES: readonly SectionFace[] = [
  { id: 'live', name: 'Live', icon: Activity, keys: 'mod+1' },
  { id: 'deliveries', name: 'Deliveries', icon: List, keys: 'mod+2' },
  { id: 'events', name: 'Events', icon: Send, keys: 'mod+3' },
  { id: 'endpoints', name: 'Endpoints', icon: Webhook, keys: 'mod+4' },
  { id: 'receiver', name: 'Receiver', icon: Inbox, keys: 'mod+5' },
  { id: 'policies', name: 'Policies', icon: ScrollText, keys: 'mod+6' },
  { id: 'overview', name: 'Overview', icon: ChartColumn, keys: 'mod+7' },
];
