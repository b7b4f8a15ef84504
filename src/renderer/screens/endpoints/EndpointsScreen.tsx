import { useStore } from 'zustand';
import { useMirror } from '../../state/engine-context';
import { navigation } from '../../state/navigation';
import { EndpointList } from './EndpointList';
import { EndpointPage } from './EndpointPage';

export function EndpointsScreen() {
  const openId = useStore(navigation, (state) => state.endpointId);
  const open = useMirror((mirror) => mirror.endpoints.find((endpoint) => endpoint.id === openId));
  return open === undefined ? <EndpointList /> : <EndpointPage key={open.id} endpoint={open} />;
}
