package io.twophase.test.contract.owner;

import static io.twophase.domain.record.Vitals.COUNTS;
import static java.util.stream.LongStream.range;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.ports.OwnerRepository;
import io.twophase.test.contract.Moment;
import io.twophase.test.contract.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** All that an {@link OwnerRepository} promises. An adapter's test says how to get one. */
public abstract class OwnerRepositoryContract {
  private static final Vitals MUCH =
      new Vitals(Long.MAX_VALUE, 2, 3, 4, 5, 6, range(0, COUNTS).boxed().toList());

  private OwnerRepository owners;
  private final Map<OwnerId, Instant> begun = new HashMap<>();

  /** Gives a repository that is fresh and empty: asked once for each test, before it begins. */
  protected abstract OwnerRepository repository();

  @BeforeEach
  void fresh() {
    owners = repository();
  }

  /** Lets the store's clock advance by some milliseconds: by waiting, unless it can be turned. */
  protected void letTimePass() {
    Moment.pass();
  }

  /** A step is a method of the repository, or one of these. */
  @ScenesOf("owners.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        new Verbs(this, owners)
            .reading(Vitals.class, word -> word.equals("much") ? MUCH : Vitals.NONE)
            .saying(OwnerLookup.Absent.class, absent -> "no " + absent.owner())
            .saying(OwnerLookup.Found.class, this::words));
  }

  private String words(OwnerLookup.Found found) {
    Instant first = begun.computeIfAbsent(found.owner(), owner -> found.begunAt());
    assertThat(found.begunAt()).isEqualTo(first);
    String does = found.vitals().equals(MUCH) ? "much" : found.vitals().toString();
    return found.owner()
        + " beat "
        + found.beat()
        + " of "
        + found.application()
        + " every "
        + found.every()
        + (found.vitals().equals(Vitals.NONE) ? "" : " does " + does);
  }

  /** A beat of an application with nothing else to say. */
  MatchOutcome beat(OwnerId owner) {
    return owners.beat(owner, new ApplicationName("App1"), Duration.ofMillis(250), Vitals.NONE);
  }

  /** Several processes beat for one owner at once. */
  void storm(OwnerId owner, int processes, int beats) {
    Race.of(processes, process -> range(0, beats).mapToObj(at -> beat(owner)).toList());
  }
}
