import { useStore } from 'zustand';
import { overlays } from '../../state/overlays';
import { DisableDialog } from '../endpoints/DisableDialog';
import { EndpointDialog } from '../endpoints/EndpointDialog';
import { ComposeDialog } from '../events/ComposeDialog';
import { HarDialog } from '../events/HarDialog';
import { ExportDialog } from '../export/ExportDialog';
import { CompareDialog } from '../inspector/CompareDialog';
import { FailNextDialog } from '../receiver/FailNextDialog';
import { NewRouteDialog } from '../receiver/NewRouteDialog';
import { RouteCheckDialog } from '../receiver/RouteCheckDialog';
import { SendOnDialog } from '../receiver/SendOnDialog';
import { NewRunDialog } from '../runs/NewRunDialog';
import { RunsDialog } from '../runs/RunsDialog';
import { LeaveScenario } from '../scenarios/LeaveScenario';
import { ScenarioProblems } from '../scenarios/ScenarioProblems';
import { SignatureLab } from '../signatures/SignatureLab';
import { AboutDialog } from './AboutDialog';
import { GlossarySheet } from './GlossarySheet';
import { JumpDialog } from './JumpDialog';
import { LegendDialog } from './Legend';
import { Palette } from './Palette';
import { ShortcutSheet } from './ShortcutSheet';

export function Overlays() {
  const open = useStore(overlays, (state) => state.open);
  switch (open.kind) {
    case 'none':
      return null;
    case 'palette':
      return <Palette />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'glossary':
      return <GlossarySheet />;
    case 'legend':
      return <LegendDialog />;
    case 'about':
      return <AboutDialog />;
    case 'compose':
      return <ComposeDialog />;
    case 'new-endpoint':
      return <EndpointDialog id={null} {...(open.like === undefined ? {} : { like: open.like })} />;
    case 'edit-endpoint':
      return <EndpointDialog key={open.id} id={open.id} {...(open.part === undefined ? {} : { part: open.part })} />;
    case 'disable-endpoint':
      return <DisableDialog id={open.id} />;
    case 'new-route':
      return <NewRouteDialog />;
    case 'fail-next':
      return <FailNextDialog id={open.id} />;
    case 'signature-lab':
      return <SignatureLab subject={open.subject} start={open.start} />;
    case 'send-on':
      return <SendOnDialog key={open.id} id={open.id} />;
    case 'route-check':
      return <RouteCheckDialog id={open.id} />;
    case 'jump':
      return <JumpDialog />;
    case 'compare':
      return <CompareDialog left={open.left} right={open.right} />;
    case 'runs':
      return <RunsDialog />;
    case 'export':
      return <ExportDialog scopes={open.scopes} />;
    case 'import-har':
      return <HarDialog fileName={open.fileName} found={open.found} />;
    case 'new-run':
      return <NewRunDialog />;
    case 'scenario-problems':
      return <ScenarioProblems fileName={open.fileName} text={open.text} problems={open.problems} />;
    case 'leave-scenario':
      return <LeaveScenario name={open.name} go={open.go} />;
  }
}
