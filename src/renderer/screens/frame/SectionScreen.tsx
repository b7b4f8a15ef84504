import { useStore } from 'zustand';
import { navigation } from '../../state/navigation';
import { usePreferences } from '../../state/preferences';
import { DeliveriesScreen } from '../deliveries/DeliveriesScreen';
import { EndpointsScreen } from '../endpoints/EndpointsScreen';
import { EventsScreen } from '../events/EventsScreen';
import { LiveScreen } from '../live/LiveScreen';
import { OverviewScreen } from '../overview/OverviewScreen';
import { PoliciesScreen } from '../policies/PoliciesScreen';
import { ReceiverScreen } from '../receiver/ReceiverScreen';
import { ScenariosScreen } from '../scenarios/ScenariosScreen';
import { SettingsScreen } from '../settings/SettingsScreen';

export function SectionScreen() {
  const section = useStore(navigation, (state) => state.section);
  const { timeZone, exactForm } = usePreferences();
  // Every instant on the screen is written anew, wherever it stands.
  const written = `${timeZone} ${exactForm}`;
  switch (section) {
    case 'live':
      return <LiveScreen key={written} />;
    case 'deliveries':
      return <DeliveriesScreen key={written} />;
    case 'events':
      return <EventsScreen key={written} />;
    case 'endpoints':
      return <EndpointsScreen key={written} />;
    case 'receiver':
      return <ReceiverScreen key={written} />;
    case 'policies':
      return <PoliciesScreen key={written} />;
    case 'scenarios':
      return <ScenariosScreen key={written} />;
    case 'settings':
      return <SettingsScreen />;
    case 'overview':
      return <OverviewScreen key={written} />;
  }
}
