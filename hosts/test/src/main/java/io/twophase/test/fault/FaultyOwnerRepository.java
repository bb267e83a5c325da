package io.twophase.test.fault;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OwnerLookup;
import io.twophase.ports.OwnerRepository;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Owners whose writes go wrong where {@link Faults} are planned. */
final class FaultyOwnerRepository implements OwnerRepository {

  private final OwnerRepository sound;
  private final Faults faults;

  FaultyOwnerRepository(OwnerRepository sound, Faults faults) {
    this.sound = sound;
    this.faults = faults;
  }

  @Override
  public MatchOutcome beat(OwnerId owner, ApplicationName application, Duration every) {
    return one(WriteKind.BEAT, owner, id -> sound.beat(id, application, every));
  }

  @Override
  public List<OwnerLookup> find(List<OwnerId> owners) {
    return sound.find(owners);
  }

  @Override
  public List<OwnerLookup> silent(Duration silentFor, int limit) {
    return sound.silent(silentFor, limit);
  }

  @Override
  public MatchOutcome retire(OwnerId owner) {
    return one(WriteKind.RETIRE, owner, sound::retire);
  }

  @Override
  public MatchOutcome remove(OwnerId owner, long beat) {
    return one(WriteKind.RETIRE, owner, id -> sound.remove(id, beat));
  }

  private MatchOutcome one(WriteKind kind, OwnerId owner, Function<OwnerId, MatchOutcome> write) {
    return faults
        .strike(
            kind,
            List.of(owner),
            id -> Touch.of(kind, id),
            ids -> List.of(write.apply(ids.get(0))),
            MatchOutcome.IN_DOUBT)
        .get(0);
  }
}
