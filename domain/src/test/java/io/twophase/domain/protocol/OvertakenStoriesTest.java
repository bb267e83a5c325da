package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.vavr.control.Option;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An overtaken worker")
class OvertakenStoriesTest {

  @Test
  @DisplayName("takes its holds back once, and then waits like any other")
  void withdrawsOnce() {
    withdrawn()
        .observes("seen PENDING other@2")
        .next("await")
        .observes("seen PENDING other@2 stuck")
        .next("take over@2")
        .observes("moved MATCHED")
        .next("stamp@3 A B");
  }

  @Test
  @DisplayName("finishes what another decided, then takes back what it held itself")
  void finishesThenWithdraws() {
    inDoubt()
        .observes("seen APPLIED other@2")
        .next("settle@2 A B")
        .observes("matches NOT_MATCHED NOT_MATCHED")
        .observes("moved NOT_MATCHED")
        .next("withdraw@1 A B")
        .observes("matches MATCHED NOT_MATCHED")
        .ends(new Result.Applied(true));
  }

  @Test
  @DisplayName("does not begin again where the record that it had stored is gone")
  void recordGone() {
    withdrawn()
        .observes("seen absent")
        .ends(new Result.Unknown(Unanswered.RECORD_GONE, Option.none()));
  }

  @Test
  @DisplayName("is not one that took over from itself")
  void notByItself() {
    Story story = inDoubt().observes("seen PENDING mine@1").observes("moved IN_DOUBT");
    assertThat(story.observes("seen PENDING mine@2").worker().fencedAt()).isEmpty();
  }

  @Test
  @DisplayName("knows by whose epoch, and had its part in what was decided since")
  void whatItKnows() {
    Worker later = withdrawn().observes("seen DONE other@2").worker();
    assertThat(later.fencedAt()).containsExactly(epoch(2));
    assertThat(later.foundDecided()).isFalse();
    Story late = withdrawn().observes("seen PENDING other@2 stuck").observes("moved NOT_MATCHED");
    assertThat(late.observes("seen DONE other@2").worker().foundDecided()).isFalse();
    Worker deciding = inDoubt().observes("seen APPLIED mine@1").worker();
    assertThat(deciding.foundDecided()).isFalse();
    assertThat(deciding.fencedAt()).isEmpty();
  }

  private static Story inDoubt() {
    return Story.running().observes("inserted BEGUN").observes("holds held doubt");
  }

  private static Story withdrawn() {
    return inDoubt()
        .observes("seen PENDING other@2")
        .next("withdraw@1 A B")
        .observes("matches MATCHED NOT_MATCHED")
        .next("await");
  }
}
