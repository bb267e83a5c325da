package io.twophase.test.contract.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.OwnerRepository;
import io.twophase.test.contract.Moment;
import io.twophase.test.contract.Race;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All that an {@link OwnerRepository} promises. An adapter's test says how to get one. */
public abstract class OwnerRepositoryContract {

  private static final ApplicationName APP = new ApplicationName("App1");
  private static final Duration EVERY = Duration.ofMillis(250);
  private static final OwnerId ONE = new OwnerId("one");
  private static final OwnerId OTHER = new OwnerId("other");
  private static final Vitals SOME =
      new Vitals(
          Long.MAX_VALUE, 2, 3, 4, 5, 6, LongStream.range(0, Vitals.COUNTS).boxed().toList());
  private static final int RACERS = 4;
  private static final int BEATS = 25;

  private OwnerRepository owners;

  /** Gives a repository that is fresh and empty: asked once for each test, before it begins. */
  protected abstract OwnerRepository repository();

  /** Lets the store's clock advance by some milliseconds: by waiting, unless it can be turned. */
  protected void letTimePass() {
    Moment.pass();
  }

  @BeforeEach
  void takeAFreshRepository() {
    owners = repository();
  }

  private void beat(OwnerId owner) {
    assertThat(owners.beat(owner, APP, EVERY, Vitals.NONE)).isEqualTo(MatchOutcome.MATCHED);
  }

  private OwnerLookup.Found found(OwnerId owner) {
    OwnerLookup seen = owners.find(List.of(owner)).get(0);
    assertThat(seen).isInstanceOf(OwnerLookup.Found.class);
    return (OwnerLookup.Found) seen;
  }

  @Test
  void theFirstBeatInsertsTheOwnerAndEachFurtherOneCounts() {
    beat(ONE);
    OwnerLookup.Found first = found(ONE);
    assertThat(first.owner()).isEqualTo(ONE);
    assertThat(first.beat()).isEqualTo(1);
    assertThat(first.every()).isEqualTo(EVERY);
    beat(ONE);
    beat(ONE);
    assertThat(found(ONE).beat()).isEqualTo(3);
  }

  @Test
  void aBeatSaysAnewHowOftenTheOwnerBeats() {
    beat(ONE);
    owners.beat(ONE, APP, Duration.ofSeconds(9), Vitals.NONE);
    assertThat(found(ONE).every()).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void aBeatSaysAnewWhatTheOwnerDoesAndKeepsWhenItBegan() {
    beat(ONE);
    OwnerLookup.Found first = found(ONE);
    assertThat(first.vitals()).isEqualTo(Vitals.NONE);
    assertThat(first.application()).isEqualTo(APP);
    letTimePass();
    owners.beat(ONE, new ApplicationName("App2"), EVERY, SOME);

    OwnerLookup.Found second = found(ONE);
    assertThat(second.vitals()).isEqualTo(SOME);
    assertThat(second.application().value()).isEqualTo("App2");
    assertThat(second.begunAt()).isEqualTo(first.begunAt());
    beat(ONE);
    assertThat(found(ONE).vitals()).isEqualTo(Vitals.NONE);
  }

  @Test
  void theFirstBeatSaysWhatTheOwnerDoes() {
    owners.beat(ONE, APP, EVERY, SOME);
    assertThat(found(ONE).vitals()).isEqualTo(SOME);
    assertThat(owners.silent(Duration.ZERO, 10)).hasSize(1);
    assertThat(((OwnerLookup.Found) owners.silent(Duration.ZERO, 10).get(0)).vitals())
        .isEqualTo(SOME);
  }

  @Test
  void ownersAreFoundInTheOrderAskedAndThoseThatAreNotThereAreAbsent() {
    OwnerId nobody = new OwnerId("nobody");
    beat(ONE);
    beat(OTHER);
    assertThat(owners.find(List.of(OTHER, nobody, ONE)))
        .extracting(OwnerLookup::id)
        .containsExactly("other", "nobody", "one");
    assertThat(owners.find(List.of(nobody))).containsExactly(new OwnerLookup.Absent(nobody));
    assertThat(owners.find(List.of())).isEmpty();
  }

  @Test
  void aRetiredOwnerIsGoneAndRetiringAgainFindsNone() {
    beat(ONE);
    beat(OTHER);
    assertThat(owners.retire(ONE)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(owners.retire(ONE)).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(owners.find(List.of(ONE))).containsExactly(new OwnerLookup.Absent(ONE));
    assertThat(found(OTHER).beat()).isEqualTo(1);
  }

  @Test
  void oneThatHasBeatenMeanwhileIsNotRemoved() {
    beat(ONE);
    beat(ONE);
    assertThat(owners.remove(ONE, 1)).isEqualTo(MatchOutcome.NOT_MATCHED);
    assertThat(found(ONE).beat()).isEqualTo(2);
    assertThat(owners.remove(ONE, 2)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(owners.remove(ONE, 2)).isEqualTo(MatchOutcome.NOT_MATCHED);
  }

  @Test
  void oneThatWasRemovedShowsItselfAgainWithItsNextBeat() {
    beat(ONE);
    owners.remove(ONE, 1);
    beat(ONE);
    assertThat(found(ONE).beat()).isEqualTo(1);
  }

  @Test
  void theSilentAreThoseWhoseLastBeatIsLongAgoTheLongestFirst() {
    beat(OTHER);
    letTimePass();
    beat(ONE);
    letTimePass();
    assertThat(owners.silent(Duration.ZERO, 10))
        .extracting(found -> ((OwnerLookup.Found) found).owner())
        .containsExactly(OTHER, ONE);
    assertThat(owners.silent(Duration.ZERO, 1))
        .extracting(found -> ((OwnerLookup.Found) found).owner())
        .containsExactly(OTHER);
    assertThat(owners.silent(Duration.ofHours(1), 10)).isEmpty();
  }

  @Test
  void aQueryThatIsOutOfRangeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> owners.silent(Duration.ZERO, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> owners.silent(Duration.ZERO, OwnerRepository.MAX_SILENT + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> owners.silent(Duration.ofMillis(-1), 1));
  }

  @Test
  void noBeatIsLostWhereManyComeAtATime() throws Exception {
    beat(ONE);
    Race.of(
        RACERS,
        racer -> {
          for (int at = 0; at < BEATS; at++) {
            beat(ONE);
          }
          return true;
        });
    assertThat(found(ONE).beat()).isEqualTo(1 + RACERS * BEATS);
  }
}
