import {
  Activity,
  ChartColumn,
  FlaskConical,
  Inbox,
  List,
  type LucideIcon,
  ScrollText,
  Send,
  Settings,
  Webhook,
} from 'lucide-react';
import type { Section } from '../../state/navigation';

export type SectionFace = {
  readonly id: Section;
  readonly name: string;
  readonly icon: LucideIcon;
};

export const SECTION_FACES: readonly SectionFace[] = [
  { id: 'live', name: 'Live', icon: Activity },
  { id: 'deliveries', name: 'Deliveries', icon: List },
  { id: 'events', name: 'Events', icon: Send },
  { id: 'endpoints', name: 'Endpoints', icon: Webhook },
  { id: 'receiver', name: 'Receiver', icon: Inbox },
  { id: 'policies', name: 'Policies', icon: ScrollText },
  { id: 'scenarios', name: 'Scenarios', icon: FlaskConical },
  { id: 'overview', name: 'Overview', icon: ChartColumn },
  { id: 'settings', name: 'Settings', icon: Settings },
];
