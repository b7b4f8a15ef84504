import { useStore } from 'zustand';
import { navigation } from '../../state/navigation';
import { DeliveriesScreen } from '../deliveries/DeliveriesScreen';
import { EndpointsScreen } from '../endpoints/EndpointsScreen';
import { EventsScreen } from '../events/EventsScreen';
import { LiveScreen } from '../live/LiveScreen';
import { OverviewScreen } from '../overview/OverviewScreen';
import { PoliciesScreen } from '../policies/PoliciesScreen';
import { ReceiverScreen } from '../receiver/ReceiverScreen';

export function SectionScreen() {
  const section = useStore(navigation, (state) => state.section);
  switch (section) {
    case 'live':
      return <LiveScreen />;
    case 'deliveries':
      return <DeliveriesScreen />;
    case 'events':
      return <EventsScreen />;
    case 'endpoints':
      return <EndpointsScreen />;
    case 'receiver':
      return <ReceiverScreen />;
    case 'policies':
      return <PoliciesScreen />;
    case 'overview':
      return <OverviewScreen />;
  }
}
