package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.RandomIds;
import io.twophase.app.engine.Ownership.Presence;
import io.twophase.app.testing.Books;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a process that shows itself hears of its runs. */
class RunsOfOwnersTest {

  private static final Optional<OwnerId> ME = Optional.of(new OwnerId("me"));
  private static final OwnerId OTHER = new OwnerId("other");
  private static final NewTransaction BODY = transfer("t", "A", "B", cents(30));
  private static final Owner RUN = new Owner(application("test"), ME, token("run"));

  private final FaultyStore store = Books.faulty(100, 0);
  private final List<String> heard = new ArrayList<>();

  /** A process that notes of which of its runs it hears. */
  private final Presence presence =
      Interceptor.before(
          Presence.class,
          () -> ME,
          (method, asked, call) -> {
            if (!asked.isEmpty()) {
              assertThat(asked).filteredOn(OwnerId.class::isInstance).allMatch(ME.get()::equals);
              heard.add(method + asked.stream().filter(Token.class::isInstance).toList());
            }
            return call.make();
          });

  private final Engine engine =
      Engines.over(
          store,
          new Ownership(store.owners(), presence, () -> Duration.ZERO, pause -> {}),
          new RandomIds(),
          pause -> {},
          () -> Duration.ZERO,
          EngineSettings.of(application("test")));

  @BeforeEach
  void anotherLives() {
    store.owners().beat(OTHER, application("other"), Duration.ofSeconds(1), Vitals.NONE);
  }

  private Worker worker() {
    return Worker.start(Goal.run(NewRecord.alone(BODY, RUN)), RUN);
  }

  private void beginAsOther() {
    Owner other = new Owner(application("other"), Optional.of(OTHER), token("other"));
    store.records().insert(List.of(NewRecord.alone(BODY, other)));
  }

  @Test
  void oneThatFinishesIsBegunAndEnded() {
    Engines.run(engine, worker());

    assertThat(heard).containsExactly("begun[run]", "ended[run]");
  }

  @ParameterizedTest
  @EnumSource(names = {"ADVANCE", "SETTLE"})
  void oneWhoseWritesHaveNoAnswerHasGivenUp(WriteKind unanswered) {
    for (int lost = 0; lost < 40; lost++) {
      store.faults().when(unanswered).next(Fault.LOSE_REQUEST);
    }

    Engines.run(engine, worker());

    assertThat(heard).containsExactly("begun[run]", "gaveUp[]", "ended[run]");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneThatFindsAnotherAtWorkHasLeftNothingOfItsOwn(boolean recovers) {
    beginAsOther();

    Engines.run(
        engine, recovers ? Worker.start(Goal.resume(RecordId.of(BODY.id())), RUN) : worker());

    assertThat(heard).containsExactly("begun[run]", "ended[run]");
  }

  @Test
  void oneThatIsLeftWaitingGoesOn() {
    beginAsOther();
    Engine.Ended left = engine.run(List.of(worker()), (at, decided) -> {}, WaitPolicy.LEAVE);
    assertThat(heard).containsExactly("begun[run]");

    engine.run(left.workers(), (at, decided) -> {}, WaitPolicy.END);

    assertThat(heard).containsExactly("begun[run]", "begun[run]", "ended[run]");
  }
}
