package io.twophase.adapter.inmemory;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.OwnerRepository;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The owners in a concurrent map. Nothing here is ever in doubt, unreachable or unreadable. */
public final class InMemoryOwnerRepository implements OwnerRepository {

  private static final Comparator<OwnerLookup.Found> LONGEST_SILENT_FIRST =
      Comparator.comparing(OwnerLookup.Found::silentFor)
          .reversed()
          .thenComparing(found -> found.owner().value());

  private final InstantSource clock;
  private final ConcurrentMap<OwnerId, Beat> beats = new ConcurrentHashMap<>();

  private record Beat(
      ApplicationName application,
      Instant begunAt,
      long count,
      Duration every,
      Instant at,
      Vitals vitals) {}

  /** An empty one, whose beats are stamped by {@code clock}. */
  public InMemoryOwnerRepository(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public MatchOutcome beat(
      OwnerId owner, ApplicationName application, Duration every, Vitals vitals) {
    Instant now = now();
    beats.merge(
        owner,
        new Beat(application, now, 1, every, now, vitals),
        (before, first) ->
            new Beat(application, before.begunAt(), before.count() + 1, every, now, vitals));
    return MatchOutcome.MATCHED;
  }

  @Override
  public List<OwnerLookup> find(List<OwnerId> owners) {
    Instant now = now();
    return owners.stream()
        .map(
            owner ->
                Optional.ofNullable(beats.get(owner))
                    .<OwnerLookup>map(beat -> found(owner, beat, now))
                    .orElseGet(() -> new OwnerLookup.Absent(owner)))
        .toList();
  }

  @Override
  public List<OwnerLookup> silent(Duration silentFor, int limit) {
    OwnerRepository.checkSilent(silentFor, limit);
    Instant now = now();
    return beats.entrySet().stream()
        .map(owner -> found(owner.getKey(), owner.getValue(), now))
        .filter(found -> found.silentFor().compareTo(silentFor) >= 0)
        .sorted(LONGEST_SILENT_FIRST)
        .limit(limit)
        .<OwnerLookup>map(found -> found)
        .toList();
  }

  @Override
  public MatchOutcome retire(OwnerId owner) {
    return beats.remove(owner) == null ? MatchOutcome.NOT_MATCHED : MatchOutcome.MATCHED;
  }

  @Override
  public MatchOutcome remove(OwnerId owner, long beat) {
    Beat before = beats.get(owner);
    return before != null && before.count() == beat && beats.remove(owner, before)
        ? MatchOutcome.MATCHED
        : MatchOutcome.NOT_MATCHED;
  }

  private static OwnerLookup.Found found(OwnerId owner, Beat beat, Instant now) {
    Duration silentFor = Duration.between(beat.at(), now);
    return new OwnerLookup.Found(
        owner,
        beat.application(),
        beat.begunAt(),
        beat.count(),
        beat.every(),
        silentFor.isNegative() ? Duration.ZERO : silentFor,
        beat.vitals());
  }

  /** To the millisecond, as a database keeps it. */
  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }
}
