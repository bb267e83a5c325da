package io.twophase.app.engine;

import io.twophase.domain.machine.Step;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The kinds of steps, each of which is one call on a port for any number of workers, in the order
 * in which they go: what makes way for others first, and what waits for others last.
 */
enum StepGroups {
  INSERT,
  READ,
  TAKE,
  ACQUIRE,
  STAMP,
  PLACE,
  DECIDE,
  END,
  FINISH,
  /** A hold on what others hold, after a pause. */
  AWAIT_ROOM,
  /** A read of what others work on, after a pause. */
  AWAIT;

  private static final Step.Cases<StepGroups> OF_STEP = new OfStep();

  static StepGroups of(Step step) {
    return step.fold(OF_STEP);
  }

  /**
   * The runs by their next steps' kinds. Those that wait for others do so when nothing else is left
   * to do.
   */
  static Map<StepGroups, List<WorkerRun>> of(List<WorkerRun> active) {
    Map<StepGroups, List<WorkerRun>> groups = new EnumMap<>(StepGroups.class);
    for (WorkerRun run : active) {
      groups.computeIfAbsent(run.group(), kind -> new ArrayList<>(active.size())).add(run);
    }
    waitLast(groups, AWAIT);
    waitLast(groups, AWAIT_ROOM);
    return groups;
  }

  private static void waitLast(Map<StepGroups, List<WorkerRun>> groups, StepGroups waiting) {
    if (groups.size() > 1) {
      groups.remove(waiting);
    }
  }

  /** The step that a listener is notified of for runs whose steps are of this kind. */
  ProtocolStep step(List<WorkerRun> runs) {
    return switch (this) {
      case INSERT -> ProtocolStep.BEGIN;
      case READ, AWAIT -> ProtocolStep.READ;
      case TAKE, ACQUIRE -> ProtocolStep.ACQUIRE;
      case STAMP, PLACE, AWAIT_ROOM -> ProtocolStep.HOLD;
      case DECIDE -> ProtocolStep.DECIDE;
      case END ->
          runs.stream().anyMatch(WorkerRun::settles) ? ProtocolStep.SETTLE : ProtocolStep.RELEASE;
      case FINISH -> ProtocolStep.FINISH;
    };
  }

  private static final class OfStep implements Step.Cases<StepGroups> {

    @Override
    public StepGroups insert(Step.Insert step) {
      return INSERT;
    }

    @Override
    public StepGroups move(Step.Move step) {
      return switch (step.transition().kind()) {
        case ACQUIRE -> ACQUIRE;
        case AUTHORIZE, APPROVE, EXCLUDE, DECIDE -> DECIDE;
        case FINISH, FORGET -> FINISH;
      };
    }

    @Override
    public StepGroups take(Step.Take step) {
      return TAKE;
    }

    @Override
    public StepGroups place(Step.Place step) {
      return step.pause().waits() ? AWAIT_ROOM : PLACE;
    }

    @Override
    public StepGroups stamp(Step.Stamp step) {
      return STAMP;
    }

    @Override
    public StepGroups end(Step.End step) {
      return END;
    }

    @Override
    public StepGroups read(Step.Read step) {
      return step.pause().waits() ? AWAIT : READ;
    }

    @Override
    public StepGroups stop(Step.Stop step) {
      throw new IllegalArgumentException(step + " is the end");
    }
  }
}
