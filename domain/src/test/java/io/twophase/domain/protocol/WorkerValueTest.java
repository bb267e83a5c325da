package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.OwnerId;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Two workers")
class WorkerValueTest {

  @Test
  @DisplayName("that came the same way are equal, and no two situations are")
  void sameWay() {
    Set<Worker> different = new HashSet<>();
    for (Situation at : Situation.values()) {
      Worker one = at.worker();
      Worker other = at.worker();
      assertThat(one).isNotSameAs(other).isEqualTo(other).hasSameHashCodeAs(other);
      assertThat(different.add(one)).as("%s", at).isTrue();
    }
  }

  @Test
  @DisplayName("differ by id, goal, application, token, hold order and knowledge")
  void everyPartCounts() {
    Goal resume = new Goal.Resume();
    Worker one =
        Worker.start(EventFixture.BODY.id(), resume, APP, EventFixture.ME, HoldOrder.TOGETHER);
    List<Worker> others =
        List.of(
            Worker.start(transactionId("u"), resume, APP, EventFixture.ME, HoldOrder.TOGETHER),
            Worker.start(
                EventFixture.BODY.id(),
                new Goal.Abandon(),
                APP,
                EventFixture.ME,
                HoldOrder.TOGETHER),
            Worker.start(
                EventFixture.BODY.id(),
                resume,
                application("B"),
                EventFixture.ME,
                HoldOrder.TOGETHER),
            Worker.start(EventFixture.BODY.id(), resume, APP, token("you"), HoldOrder.TOGETHER),
            Worker.start(
                EventFixture.BODY.id(), resume, APP, EventFixture.ME, HoldOrder.CREDITS_FIRST),
            one.at(one.knowledge().decidedBefore(), one.step()));
    assertThat(others).doesNotContain(one);
    assertThat(one).isNotEqualTo("a worker");
  }

  @Test
  @DisplayName("show in their text what they are, do and know")
  void text() {
    assertThat(Situation.DECIDE.worker().toString()).contains("t ", "Run", "Decide", "owned");
    assertThat(Situation.DECIDE.worker().application()).isEqualTo(APP);
    assertThat(Situation.DECIDE.worker().token()).isEqualTo(EventFixture.ME);
  }

  @Test
  @DisplayName("know the process that they are in, where it names itself")
  void owner() {
    assertThat(Situation.DECIDE.worker().owner()).isEmpty();
    Option<OwnerId> owner = Option.some(new OwnerId("process-1"));
    Worker named =
        Worker.start(
            EventFixture.BODY.id(),
            new Goal.Resume(),
            APP,
            owner,
            EventFixture.ME,
            HoldOrder.TOGETHER);
    assertThat(named.owner()).isEqualTo(owner);
  }

  @Test
  @DisplayName("are certain of the outcome once it is decided, and not before")
  void certain() {
    assertThat(Situation.DECIDE.worker().certain()).isEmpty();
    Worker decided =
        Story.running()
            .observes("inserted BEGUN")
            .observes("holds held held")
            .observes("moved MATCHED")
            .next("settle@1 A B")
            .worker();
    assertThat(decided.certain()).containsExactly(new Result.Applied(false));
  }
}
