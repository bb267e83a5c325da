package io.twophase.junit;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.OwnerRepository;
import java.time.Duration;
import java.util.List;

/**
 * No process can show that it is alive: records name no owner, and what has not changed for a while
 * by the test's clock is taken over. So nothing depends on the pace of a heartbeat's thread.
 */
final class SilentOwners implements OwnerRepository {

  @Override
  public MatchOutcome beat(
      OwnerId owner, ApplicationName application, Duration every, Vitals vitals) {
    return MatchOutcome.IN_DOUBT;
  }

  @Override
  public List<OwnerLookup> find(List<OwnerId> owners) {
    return owners.stream().<OwnerLookup>map(OwnerLookup.Absent::new).toList();
  }

  @Override
  public List<OwnerLookup> silent(Duration silentFor, int limit) {
    OwnerRepository.checkSilent(silentFor, limit);
    return List.of();
  }

  @Override
  public MatchOutcome retire(OwnerId owner) {
    return MatchOutcome.NOT_MATCHED;
  }

  @Override
  public MatchOutcome remove(OwnerId owner, long beat) {
    return MatchOutcome.NOT_MATCHED;
  }
}
