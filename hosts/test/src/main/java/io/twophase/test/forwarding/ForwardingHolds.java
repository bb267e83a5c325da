package io.twophase.test.forwarding;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Holds;
import java.util.List;
import java.util.function.Consumer;

/** Holds that pass every call on, unchanged: what a fault is planted into. */
public abstract class ForwardingHolds implements Holds {

  private final Holds sound;

  /** Passes on to {@code sound}. */
  protected ForwardingHolds(Holds sound) {
    this.sound = sound;
  }

  @Override
  public List<Answer> place(List<Placing> asked) {
    return sound.place(asked);
  }

  @Override
  public List<MatchOutcome> stamp(List<Stamping> asked) {
    return sound.stamp(asked);
  }

  @Override
  public List<MatchOutcome> end(List<Ending> asked) {
    return sound.end(asked);
  }

  @Override
  public List<Sight> find(List<Target> targets) {
    return sound.find(targets);
  }

  @Override
  public Sight findLatest(Target target) {
    return sound.findLatest(target);
  }

  @Override
  public void scan(CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer) {
    sound.scan(collection, onlyHeld, consumer);
  }

  @Override
  public List<DocumentRef> select(CollectionName collection, List<Guard> guards, int most) {
    return sound.select(collection, guards, most);
  }

  @Override
  public List<CollectionName> collections() {
    return sound.collections();
  }
}
