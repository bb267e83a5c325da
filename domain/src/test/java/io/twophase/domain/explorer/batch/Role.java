package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.protocol.BatchGoal;
import io.twophase.domain.batch.protocol.BatchWorker;
import io.twophase.domain.batch.protocol.MemberWorker;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.testing.Fixtures;
import io.vavr.control.Option;

/**
 * Who works at what.
 *
 * @param name unique, for traces and tokens
 * @param kind what it wants
 * @param target which batch, or which transfer
 */
record Role(String name, Kind kind, int target) {

  /** What one may want. */
  enum Kind {
    /** Begin a batch and see it through. */
    OWN,
    /** See through a batch that another has begun. */
    RECOVER,
    /** Cancel a batch. */
    STOP,
    /** See one transfer through. */
    ASK,
    /**
     * See through one transfer that another has asked for: what recovery does where it was left.
     */
    RESUME,
    /** Cancel one transfer. */
    CANCEL;

    boolean isOfBatch() {
      return this == OWN || this == RECOVER || this == STOP;
    }
  }

  /** Of a text such as {@code own:0}. */
  static Role of(String text, int place) {
    String[] parts = text.split(":", -1);
    return new Role(
        text + "#" + place,
        Kind.valueOf(parts[0].toUpperCase(java.util.Locale.ROOT)),
        Integer.parseInt(parts[1]));
  }

  Player start(Scene scene) {
    return kind.isOfBatch()
        ? new Player.OfBatch(BatchWorker.start(batchGoal(scene), owner()))
        : new Player.OfMember(
            MemberWorker.start(
                scene.transfers().get(target).id(),
                memberGoal(scene),
                Fixtures.APP,
                Option.none(),
                Fixtures.token(name)));
  }

  private BatchGoal batchGoal(Scene scene) {
    return switch (kind) {
      case OWN -> new BatchGoal.Run(scene.batches().get(target));
      case RECOVER -> new BatchGoal.Resume(scene.batches().get(target).id());
      default -> new BatchGoal.Cancel(scene.batches().get(target).id(), Fixtures.ON_REQUEST);
    };
  }

  private Goal memberGoal(Scene scene) {
    return switch (kind) {
      case ASK -> new Goal.Run(scene.transfers().get(target));
      case RESUME -> new Goal.Resume();
      default -> new Goal.Cancel(Fixtures.ON_REQUEST);
    };
  }

  private BatchRecord.Owner owner() {
    return new BatchRecord.Owner(Fixtures.APP, Option.none(), Fixtures.token(name));
  }
}
